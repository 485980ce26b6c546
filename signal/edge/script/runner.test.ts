// The thread of scripts: it answers, is terminated when it does not, and is replaced.
import { afterEach, expect, it } from 'vitest'
import type { ScriptRun } from '../../script/run.ts'
import { createScriptRunner } from './runner.ts'

const runner = createScriptRunner()
afterEach(() => runner.stop())

const run = (source: string): ScriptRun => ({ source, reason: 'start', values: {}, state: '{}' })

it('runs one script after the other, and survives those that exceed their budget', async () => {
  const ends = await Promise.all([
    runner.run(run("log('one')")),
    runner.run(run('for (;;);')),
    runner.run(run('new Uint8Array(1e9)')),
    runner.run(run("log('four')")),
  ])
  expect(ends.map(({ fault, lines }) => fault?.kind ?? lines)).toEqual([['one'], 'time', 'memory', ['four']])
})

it('keeps scripts that exceeded their budget apart from the others', async () => {
  const endless = runner.run(run('for (;;);'), true)
  const bomb = runner.run(run('new Uint8Array(1e9)'), true)
  for (let time = 0; time < 3; time++) expect((await runner.run(run(`log(${time})`))).lines).toEqual([`${time}`])
  expect([(await endless).fault?.kind, (await bomb).fault?.kind]).toEqual(['time', 'memory'])
})

it('reports a run that was under way when it was stopped, and starts again', async () => {
  const lost = runner.run(run('for (;;);'))
  await runner.stop()
  expect((await lost).fault?.kind).toBe('lost')
  expect((await runner.run(run("log('again')"))).lines).toEqual(['again'])
})
