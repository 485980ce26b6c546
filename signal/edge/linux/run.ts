// Runs programs of the system: no shell, a deadline, bounded output. Any failure is an exit code, never a rejection.
import { execFile } from 'node:child_process'

/** Exit code and output of a program. */
export type RunResult = { code: number; out: string; err: string }
/** Runs a program; the default timeout is 10 s. Never rejects. */
export type Run = (program: string, args: readonly string[], options?: { timeoutMs?: number }) => Promise<RunResult>

/** Exit codes as a shell reports them. */
export const timedOutCode = 124
export const notFoundCode = 127
export const stoppedCode = 130

const usualTimeoutMs = 10_000
const maxOutputBytes = 256 * 1024
// The environment of started programs: without the agent's own variables, which contain its secret; English texts,
// decimal points.
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

export type Runner = { run: Run; running(): number; stop(): Promise<void> }

/**
 * Creates a runner of programs. `stop` kills running programs and resolves when they have ended; none is started
 * afterwards.
 */
export function createRunner(): Runner {
  const stopping = new AbortController()
  const running = new Set<Promise<RunResult>>()

  const start = (program: string, args: readonly string[], timeout: number) =>
    new Promise<RunResult>((resolve) => {
      const options = {
        env,
        timeout,
        maxBuffer: maxOutputBytes,
        killSignal: 'SIGKILL',
        signal: stopping.signal,
      } as const
      try {
        execFile(program, [...args], options, (error, out, err) => resolve({ code: codeOf(error), out, err }))
      } catch (error) {
        // An argument that cannot be passed, such as one with a zero byte.
        resolve({ code: 1, out: '', err: String(error) })
      }
    })

  return {
    async run(program, args, { timeoutMs = usualTimeoutMs } = {}) {
      if (stopping.signal.aborted) return { code: stoppedCode, out: '', err: 'stopped' }
      const one = start(program, args, timeoutMs)
      running.add(one)
      try {
        return await one
      } finally {
        running.delete(one)
      }
    },
    running: () => running.size,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

type Fault = Error & { code?: number | string | null; killed?: boolean }

function codeOf(error: Fault | null): number {
  if (!error) return 0
  if (error.name === 'AbortError') return stoppedCode
  if (error.killed) return timedOutCode
  if (error.code === 'ENOENT') return notFoundCode
  return typeof error.code === 'number' ? error.code : 1
}

/** The failure of a program, with its own message. */
export class RunFault extends Error {
  readonly code: number
  constructor(program: string, { code, err, out }: RunResult) {
    const words = (err.trim() || out.trim()).replace(/\s+/g, ' ')
    super(code === timedOutCode ? `${program} does not answer` : words || `${program} ended with ${code}`)
    this.code = code
  }
}

/** The output of a program; throws a `RunFault` for any exit code that is not accepted. */
export async function outputOf(
  run: Run,
  [program, ...args]: readonly [string, ...string[]],
  { timeoutMs, accepted = [0] }: { timeoutMs?: number; accepted?: readonly number[] } = {},
): Promise<string> {
  const ran = await run(program, args, timeoutMs === undefined ? {} : { timeoutMs })
  if (!accepted.includes(ran.code)) throw new RunFault(program, ran)
  return ran.out
}
