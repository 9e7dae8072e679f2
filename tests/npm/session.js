// A session with the debug adapter, by the client that VS Code's adapters are tested with. Prints what it has seen.
//   node session.js findings|breakpoints PYTHON ADAPTER SCRIPT LINE
"use strict";
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const [scenario, python, adapter, program, lineOfProgram] = process.argv.slice(2);
const line = Number(lineOfProgram);
const patience = 1000 * Number(process.env.PATIENCE);
const seen = {};

async function connected() {
  const client = new DebugClient(python, adapter, "plyscope", undefined, true);
  client.defaultTimeout = patience;
  await client.start();
  return client;
}

async function scope(client, name, frame = 0) {
  const { stackFrames } = (await client.stackTraceRequest({ threadId: 1 })).body;
  const { scopes } = (await client.scopesRequest({ frameId: stackFrames[frame].id })).body;
  const { variablesReference } = scopes.find((one) => one.name === name);
  const { variables } = (await client.variablesRequest({ variablesReference })).body;
  return Object.fromEntries(variables.map((one) => [one.name, one.value]));
}

async function moved(client, request, args) {
  const stopped = client.waitForEvent("stopped");
  await client[request]({ threadId: 1, ...args });
  return (await stopped).body;
}

// It stops at its finding, goes back one step to the cause, and ends.
async function findings() {
  const client = await connected();
  const path = program;
  const [, , stack] = await Promise.all([
    client.configurationSequence(),
    client.launch({ program, stopOnEntry: true }),
    client.assertStoppedLocation("exception", { path, line }),
  ]);
  seen.finding = stack.body.stackFrames.map((frame) => [frame.id, frame.line]);
  seen.info = (await client.exceptionInfoRequest({ threadId: 1 })).body;
  seen.variables = await scope(client, "Variables");
  await Promise.all([
    client.stepBackRequest({ threadId: 1 }),
    client.assertStoppedLocation("step", { path, line }),
  ]);
  seen.cause = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames.map((frame) => [frame.id, frame.line]);
  seen.before = await scope(client, "Variables", 1);
  seen.ends = [];
  for (const request of ["nextRequest", "stepInRequest", "stepOutRequest", "reverseContinueRequest", "continueRequest"])
    seen.ends.push((await moved(client, request)).reason);
  const ended = client.waitForEvent("terminated");
  await client.continueRequest({ threadId: 1 });
  await ended;
  await client.stop();
}

// A breakpoint on a line, and one with a condition, are hit.
async function breakpoints() {
  const client = await connected();
  const location = { path: program, line };
  await client.hitBreakpoint({ program }, location);
  seen.first = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames.map((frame) => [frame.id, frame.line]);
  await client.setBreakpointsRequest({
    source: { path: program },
    breakpoints: [{ line: location.line, condition: "ply == 3 and beta > 10" }],
  });
  seen.conditional = [];
  while ((await moved(client, "continueRequest")).reason === "breakpoint") {
    const [frame] = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames;
    seen.conditional.push([frame.id, frame.line]);
  }
  await client.stop();
}

({ findings, breakpoints })[scenario]()
  .then(() => console.log(JSON.stringify(seen)))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
