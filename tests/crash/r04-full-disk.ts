import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { runLimited, startChild } from './kit/child.ts'

interface Disk {
  readonly kilobytes: number
  readonly isFullAtStart: boolean
}

export const fullDisk: Campaign = {
  id: 'R4',
  title: 'disk full',
  missing: () =>
    spawnSync('unshare', ['-m', 'true']).status === 0 ? undefined : 'cannot create a mount namespace',
  async run(trial) {
    const disks = trial.size({ change: sizes(5), night: sizes(200) })
    let stored = 0
    await runLimited(2, disks, async (disk) => {
      const acked = await fillUp(trial, disk)
      stored += acked
    })
    return `${disks.length} disks of 100 KB to 8 MB, ${stored} acked before the disk was full, none lost, all resumed`
  },
}

/** The smallest disk cannot hold an empty log. Every second disk is full before the log is created. */
const sizes = (count: number): Disk[] =>
  Array.from({ length: count }, (_, index) => ({
    kilobytes: Math.round(100 * 80 ** (index / (count - 1))),
    isFullAtStart: index % 2 === 1,
  }))

async function fillUp(trial: Trial, { kilobytes, isFullAtStart }: Disk): Promise<number> {
  const disk = join(trial.folder, `disk-${kilobytes}`)
  mkdirSync(disk)
  trial.step(`${kilobytes} KB${isFullAtStart ? ', full at start' : ''}`)
  // The mount is private to the child and disappears with it.
  const mount = 'mount -t tmpfs -o size="$1"k,mode=700 none "$2" && shift 2 && exec "$@"'
  const under = ['unshare', '-m', 'sh', '-c', mount, 'sh', String(kilobytes), disk]
  const child = startChild(trial, 'diskFiller', { disk, seed: trial.seed, isFullAtStart }, { under })
  const { code, signal } = await child.ended
  require(code === 0, `${kilobytes} KB: ended with ${signal ?? code}: ${child.lines.at(-1)} ${child.stderr}`)
  return Number(child.linesAfter('filled')[0])
}
