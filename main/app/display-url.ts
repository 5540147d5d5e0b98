/** URL of a display page for a window of this machine. */

/** `server` is an address as the program tells it. A key goes where it is never sent: behind the `#`. */
export function displayUrl(server: string, deviceId: string, key: string | null): string {
  const url = new URL(`${fromHere(server).replace(/\/$/, '')}/display/`);
  url.searchParams.set('device', deviceId);
  if (key !== null) url.hash = `key=${key}`;
  return url.href;
}

/** Who listens on every address is reached from here by this machine's own. */
export function fromHere(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
