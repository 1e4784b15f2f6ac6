// Runs commands of the built service one after the other, each as if it had this process to itself. Its own modules are
// evaluated anew for each; what they import is loaded once.
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

let calls = 0;

process.on('message', async ({ file, args, env, cwd, stdin }) => {
  const said = { stdout: '', stderr: '' };
  for (const name of Object.keys(said)) {
    const write = (chunk, _encoding, done) => {
      said[name] += chunk;
      done();
    };
    replace(name, new Writable({ write }));
  }
  replace('stdin', Readable.from([Buffer.from(stdin, 'base64')]));
  replace('env', { ...env });
  process.argv = [process.execPath, file, ...args];
  process.chdir(cwd);
  process.exitCode = 0;
  calls += 1;
  try {
    await import(`${pathToFileURL(file)}?${calls}`);
  } catch (error) {
    process.exitCode = 1;
    said.stderr += error.stack;
  }
  process.send({ code: process.exitCode, ...said });
});

function replace(name, value) {
  Object.defineProperty(process, name, { value, configurable: true });
}
