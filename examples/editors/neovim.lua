local dap = require("dap")

dap.adapters.plyscope = { type = "executable", command = "plyscope", args = { "dap" } }
dap.configurations.python = dap.configurations.python or {}
table.insert(dap.configurations.python, {
  type = "plyscope",
  request = "launch",
  name = "Step through the search",
  program = "${file}",
  cwd = "${workspaceFolder}",
  stopOnEntry = true,
})
