import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runChild } from './child.mjs'

const childModule = fileURLToPath(new URL('./child.mjs', import.meta.url))
const leash = fileURLToPath(new URL('./leash.mjs', import.meta.url))

/** A platform that reports when it is up and which signal shall end it; it exits with code 7 once SIGUSR2 lets it. */
const PROGRAM = `
  const keep = setInterval(() => {}, 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => console.log('end ' + signal))
  process.once('SIGUSR2', () => {
    clearInterval(keep)
    process.exitCode = 7
  })
  console.log('up ' + process.pid)`

/** Runs the program like run.mjs, and collects its output. */
function runner() {
  const command = ['--import', leash, '-e', PROGRAM]
  const script = `
    import { runChild } from ${JSON.stringify(childModule)}
    process.exitCode = await runChild(${JSON.stringify(command)}, { isOnLeash: true })`
  const env = { ...process.env, npm_lifecycle_event: '' }
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  let said = ''
  /** @type {(() => void)[]} */
  const listeners = []
  parent.stdout.on('data', (text) => {
    said += text
    for (const listener of listeners) listener()
  })
  const hears = (/** @type {string} */ text) =>
    new Promise((/** @type {(value: void) => void} */ done) => {
      const look = () => said.includes(text) && done()
      listeners.push(look)
      look()
    })
  const exit = new Promise((done) => parent.once('exit', done))
  const letEnd = () => process.kill(Number(/up (\d+)/.exec(said)?.[1]), 'SIGUSR2')
  return { parent, hears, exit, letEnd, said: () => said }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  it(`${signal} is passed on once, then the exit code is waited for and returned`, async () => {
    const run = runner()
    await run.hears('up')
    // Through a terminal and npm a single Ctrl-C arrives twice.
    run.parent.kill(signal)
    run.parent.kill(signal)
    await run.hears('end')
    run.letEnd()
    expect(await run.exit).toBe(7)
    expect(run.said().match(/end /g)).toHaveLength(1)
    expect(run.said()).toContain(`end ${signal}`)
  })
}

it('when the runner is killed, its program ends cleanly', async () => {
  const run = runner()
  await run.hears('up')
  run.parent.kill('SIGKILL')
  await run.hears('end SIGTERM')
  run.letEnd()
})

it('what it says goes to a file if one is given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-child-'))
  try {
    const file = join(folder, 'said.txt')
    const output = openSync(file, 'w')
    expect(await runChild(['-e', 'console.log("out"); console.error("err"); process.exitCode = 3'], { output })).toBe(3)
    closeSync(output)
    expect(readFileSync(file, 'utf8')).toBe('out\nerr\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('what gives way, and all it starts, has a lower priority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-child-'))
  try {
    const file = join(folder, 'said.txt')
    const output = openSync(file, 'w')
    const told = "console.log(require('node:os').getPriority())"
    const program = `const { execFileSync } = require('node:child_process')
      setTimeout(() => process.stdout.write(execFileSync(process.execPath, ['-e', ${JSON.stringify(told)}])), 50)`
    expect(await runChild(['-e', program], { output, givesWay: true })).toBe(0)
    closeSync(output)
    expect(Number(readFileSync(file, 'utf8'))).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
