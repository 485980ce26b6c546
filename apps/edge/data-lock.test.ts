import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from './data-lock.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** A process that lives until it is killed. */
async function living() {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'])
  await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  return { pid: child.pid!, kill }
}
const lockOf = (holder: object | string) =>
  writeFile(join(dir, 'agent.lock'), typeof holder === 'string' ? holder : JSON.stringify(holder))

it('is free again after its agent has ended, and leaves no file', async () => {
  const release = await lockDataDir(dir)
  expect(await readdir(dir)).toEqual(['agent.lock'])
  await release()
  expect(await readdir(dir)).toEqual([])
  await (await lockDataDir(dir))()
})

it('reports the process that uses the folder', async () => {
  const other = await living()
  await lockOf({ pid: other.pid, startedAt: null })
  await expect(lockDataDir(dir)).rejects.toThrow(`in use by another agent (process ${other.pid})`)
  await other.kill()
  await (await lockDataDir(dir))()
})

it('recognises a running agent by its start time', async () => {
  const other = await living()
  const stat = await readFile(`/proc/${other.pid}/stat`, 'utf8')
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  const startedAt = `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  await lockOf({ pid: other.pid, startedAt })
  await expect(lockDataDir(dir)).rejects.toThrow(`in use by another agent (process ${other.pid})`)
  await other.kill()
  await (await lockDataDir(dir))()
})

it.each([
  ['a process that was killed', { pid: 2 ** 30, startedAt: null }],
  ['a number that another process has now', { pid: 1, startedAt: 'another boot 7' }],
  ['our own number, before a restart in a container', { pid: process.pid, startedAt: 'another boot 7' }],
  ['no process, as it was cut short', '{"pid'],
])('of %s is ignored', async (_, holder) => {
  await lockOf(holder)
  const release = await lockDataDir(dir)
  await release()
  expect(await readdir(dir)).toEqual([])
})
