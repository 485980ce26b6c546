// A short torture: `npm run torture` runs for ten minutes, or as long as set.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { serverSources } from '../../scripts/build.mjs'
import { bundleOptions, copyMigrations, workersOf } from '../../scripts/programs.mjs'
import type { Act } from './plan.ts'
import { torture } from './torture.ts'

const root = resolve(import.meta.dirname, '../..')

const possible: readonly Act[] = [
  ...(['killServer', 'killPostgres', 'killAgent', 'killAtAlarm'] as const),
  ...(['cutLine', 'rebind', 'deleteOutbox'] as const),
]

test('some seconds of kills and cuts lose nothing, double nothing, and notify of every alarm once', async () => {
  await mkdir(join(root, 'dist'), { recursive: true })
  const folder = await mkdtemp(join(root, 'dist/torture-'))
  try {
    const entries = [
      { in: 'testkit/torture/agent-main.ts', out: 'agent' },
      { in: 'apps/server/main.ts', out: 'server' },
      ...workersOf(serverSources(root)),
    ]
    await build({ ...(await bundleOptions(root, entries)), outdir: folder })
    copyMigrations(root, folder)
    const outcome = await torture({
      seconds: 14,
      seed: 4,
      programs: { server: join(folder, 'server.mjs'), agent: join(folder, 'agent.mjs') },
      boxes: 1,
      edges: 2,
      mosquitto: false,
      possible,
      log: () => undefined,
    })
    const { verdicts, backwards, crashes } = outcome
    const wrong = verdicts.map(({ sn, lost, doubled, damaged, foreign }) => ({
      sn,
      ...{ lost, doubled, damaged, foreign },
    }))
    expect(wrong).toEqual(verdicts.map(({ sn }) => ({ sn, lost: [], doubled: [], damaged: [], foreign: [] })))
    const { verdicts: alarms, messageFaults } = outcome.alarms
    const faults = alarms.flatMap(({ missing, doubled, causeless, wrongState, disordered }) =>
      [missing, doubled, causeless, wrongState, disordered].flat(),
    )
    expect([...faults, ...messageFaults]).toEqual([])
    expect(alarms.reduce((sum, { found }) => sum + found, 0)).toBeGreaterThan(0)
    expect({ backwards, crashes }).toEqual({ backwards: 0, crashes: [] })
    expect(verdicts.every(({ written }) => written > 10)).toBe(true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 300_000)
