import { readdirSync, readFileSync } from 'node:fs';
import type { Cluster } from '../test/helpers/postgres-cluster.ts';

/** CPU time of a PostgreSQL in seconds: of its first process, of those it has started, and of those that are gone. */
export function postgresCpuSeconds({ folder }: Pick<Cluster, 'folder'>): number {
  const postmaster = readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0] ?? '';
  const statOf = (pid: string): readonly string[] => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    } catch {
      return [];
    }
  };
  const gone = statOf(postmaster);
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && statOf(pid)[1] === postmaster);
  const alive = children.reduce((sum, pid) => {
    const stat = statOf(pid);
    return sum + Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
  }, 0);
  return (alive + [11, 12, 13, 14].reduce((sum, at) => sum + Number(gone[at] ?? 0), 0)) / 100;
}
