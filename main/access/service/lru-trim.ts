/** Names, addresses or keys that are kept in mind of those who try. */
const MAX_KEPT = 10_000;

/** Set anew, so that the map's order is that of the last use; what was used longest ago is forgotten. */
export function keepLatest<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  forget: (key: string) => void = () => {},
): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KEPT) break;
    map.delete(oldest);
    forget(oldest);
  }
}
