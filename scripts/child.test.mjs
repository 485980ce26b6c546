import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const childModule = fileURLToPath(new URL('./child.mjs', import.meta.url))
const leash = fileURLToPath(new URL('./leash.mjs', import.meta.url))

/** A platform that reports when it is up and which signal ends it; it exits with code 7. */
const PROGRAM = `
  const keep = setInterval(() => {}, 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => {
    console.log('end ' + signal)
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
  return { parent, hears, exit, said: () => said }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  it(`${signal} is passed on once, then the exit code is waited for and returned`, async () => {
    const run = runner()
    await run.hears('up')
    // through a terminal and npm one Ctrl-C arrives twice
    run.parent.kill(signal)
    run.parent.kill(signal)
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
})
