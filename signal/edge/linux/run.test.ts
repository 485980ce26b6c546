import { afterEach, describe, expect, it } from 'vitest'
import { createRunner, notFoundCode, outputOf, type Runner, stoppedCode, timedOutCode } from './run.ts'

let runner: Runner
const fresh = () => {
  runner = createRunner()
  return runner.run
}
afterEach(() => runner.stop())

describe('a program of the system', () => {
  it('gets its arguments unchanged: there is no shell', async () => {
    const words = ['$(id)', '; reboot', '`id`', '--', 'a\'b"c', '*', '| cat']
    expect(await fresh()('printf', ['%s\\n', ...words])).toEqual({ code: 0, out: `${words.join('\n')}\n`, err: '' })
  })

  it('does not see the environment of the agent, and prints English', async () => {
    process.env.GATEWAY_SECRET = 'do not tell'
    const { out } = await fresh()('env', [])
    delete process.env.GATEWAY_SECRET
    expect(out.split('\n').filter(Boolean).sort()).toEqual([
      'LC_ALL=C',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ])
  })

  it.each([
    ['its exit code', 'sh', ['-c', 'echo no >&2; exit 10'], { code: 10, out: '', err: 'no\n' }],
    ['127 when it is not there', 'no-such-program', [], { code: notFoundCode }],
    ['1 when it is killed', 'sh', ['-c', 'kill -9 $$'], { code: 1 }],
    ['1 for an argument that cannot be', 'printf', ['a\0b'], { code: 1 }],
    ['1 for more output than is read', 'sh', ['-c', 'yes | head -c 1000000'], { code: 1 }],
  ])('ends with %s', async (_name, program, args, ran) => {
    expect(await fresh()(program, args)).toMatchObject(ran)
    expect(runner.running()).toBe(0)
  })

  it('is killed at its deadline', async () => {
    const { code } = await fresh()('sleep', ['1000'], { timeoutMs: 50 })
    expect([code, runner.running()]).toEqual([timedOutCode, 0])
  })

  it('is killed when the agent stops, and none is started afterwards', async () => {
    const run = fresh()
    const long = run('sleep', ['1000'])
    expect(runner.running()).toBe(1)
    await runner.stop()
    expect([(await long).code, (await run('true', [])).code, runner.running()]).toEqual([stoppedCode, stoppedCode, 0])
  })

  it('throws its own message when it fails', async () => {
    const run = fresh()
    await expect(outputOf(run, ['sh', '-c', 'echo "Error:  no\n such" >&2; exit 4'])).rejects.toThrow('Error: no such')
    await expect(outputOf(run, ['sh', '-c', 'exit 4'])).rejects.toThrow('sh ended with 4')
    expect(await outputOf(run, ['sh', '-c', 'echo yes; exit 4'], { accepted: [0, 4] })).toBe('yes\n')
  })
})
