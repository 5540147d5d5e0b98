/** Makes process starts and sockets fail in this process, so that quick tests stay free of them. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Server, Socket } from 'node:net';

const STARTS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

function refusal(what: string): () => never {
  return () => {
    throw new Error(`A quick test cannot ${what}; test/helpers/quick-tests.ts decides which tests are quick.`);
  };
}

/** @returns a function that restores them */
export function refuseResources(): () => void {
  const starts = { ...childProcess };
  const { connect } = Socket.prototype;
  const { listen } = Server.prototype;
  for (const name of STARTS) Object.assign(childProcess, { [name]: refusal('start a program') });
  Object.assign(Socket.prototype, { connect: refusal('open a connection') });
  Object.assign(Server.prototype, { listen: refusal('open a port') });
  syncBuiltinESMExports();
  return () => {
    for (const name of STARTS) Object.assign(childProcess, { [name]: starts[name] });
    Object.assign(Socket.prototype, { connect });
    Object.assign(Server.prototype, { listen });
    syncBuiltinESMExports();
  };
}
