// How we hear that we are to end: a signal, or the end of the process that started us.
import { watchParent } from './stop-child.mjs';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** npm passes a signal on to its shell alone, which may die of it and leave us behind: so we look for our parent. */
const PARENT_CHECK_MS = 500;

/** All of that as one promise each way to stop: `signal` is null until then, `onStop` takes the one that is told. */
export function listenForStop() {
  let tell = () => {};
  const stop = { signal: null, onStop: (listener) => (tell = listener) };
  const heard = (signal) => {
    stop.signal = signal;
    tell(signal);
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  const isOrphan = watchParent();
  const watch = setInterval(() => isOrphan() && heard('SIGTERM'), PARENT_CHECK_MS);
  stop.close = () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, heard);
  };
  return stop;
}
