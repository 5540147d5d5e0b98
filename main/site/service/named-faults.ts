/** Fault paths with item ids instead of list positions. */
export function named(faults: readonly string[], file: object): readonly string[] {
  return faults.map((fault) =>
    fault.replace(/^(\w+)\[(\d+)\]/, (place, name: string, index: string) => {
      const items = (file as Readonly<Record<string, unknown>>)[name];
      const id = Array.isArray(items) ? items[Number(index)]?.id : undefined;
      return typeof id === 'string' ? `${name}(${id})` : place;
    }),
  );
}
