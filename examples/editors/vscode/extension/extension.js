// Starts `plyscope dap`: the command of that name, or the one that launch.json names.
"use strict";
const { spawnSync } = require("child_process");
const { DebugAdapterExecutable, debug } = require("vscode");

function createDebugAdapterDescriptor(session) {
  const command = session.configuration.plyscope || "plyscope";
  const { error } = spawnSync(command, ["--version"]);
  if (error) {
    const example = "${workspaceFolder}/.venv/bin/plyscope";
    throw new Error(`Cannot start ${command} (${error.code}). Name it in launch.json: "plyscope": "${example}"`);
  }
  return new DebugAdapterExecutable(command, ["dap"]);
}

exports.activate = (context) => {
  const factory = { createDebugAdapterDescriptor };
  context.subscriptions.push(debug.registerDebugAdapterDescriptorFactory("plyscope", factory));
};
