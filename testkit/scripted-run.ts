// Programs of the system with the answers of a test, and a record of the calls.
import { notFoundCode, type Runner, type RunResult } from '../signal/edge/linux/run.ts'

type Answer = string | Partial<RunResult> | ((args: readonly string[]) => string | Partial<RunResult>)

export type ScriptedRunner = Runner & {
  /** The executed programs, one line each. */
  lines: string[]
  /** Answers by the start of the line; the last match counts. A program without an answer does not exist. */
  answers: Record<string, Answer>
}

export function scriptedRunner(answers: Record<string, Answer> = {}): ScriptedRunner {
  const lines: string[] = []
  const runner: ScriptedRunner = {
    lines,
    answers,
    async run(program, args) {
      const line = [program, ...args].join(' ')
      lines.push(line)
      const key = Object.keys(runner.answers)
        .filter((start) => line.startsWith(start))
        .at(-1)
      if (key === undefined) return { code: notFoundCode, out: '', err: '' }
      const answer = runner.answers[key]!
      const ran = typeof answer === 'function' ? answer(args) : answer
      return { code: 0, out: '', err: '', ...(typeof ran === 'string' ? { out: ran } : ran) }
    },
    running: () => 0,
    stop: async () => undefined,
  }
  return runner
}
