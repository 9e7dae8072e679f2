(require 'dap-mode)

(dap-register-debug-provider
 "plyscope"
 (lambda (configuration)
   (dap--put-if-absent configuration :dap-server-path '("plyscope" "dap"))
   (dap--put-if-absent configuration :program (buffer-file-name))
   (dap--put-if-absent configuration :cwd default-directory)
   configuration))

(dap-register-debug-template
 "Step through the search"
 '(:type "plyscope" :request "launch" :name "Step through the search" :stopOnEntry t))
