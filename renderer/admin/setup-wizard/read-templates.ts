import type { HouseTemplate } from './organisation-template.ts';

const files = import.meta.glob<Omit<HouseTemplate, 'id'>>('../../../assets/templates/*.json', { import: 'default' });

/** All of them in their order; fetched when they are asked for. */
export async function readTemplates(): Promise<readonly HouseTemplate[]> {
  const read = Object.entries(files).map(async ([path, load]) => ({
    ...(await load()),
    id: path.split('/').at(-1)?.replace('.json', '') ?? '',
  }));
  return (await Promise.all(read)).toSorted((one, other) => one.order - other.order);
}
