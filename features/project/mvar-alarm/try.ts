// Backtest of a rule over an intermediate variable, on the formula over stored readings of its inputs.
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { good } from '../../../core/data-type.ts'
import type { Span } from '../../../signal/history/history.ts'
import { emptyBacktest, faulty, type PastVisitor, runBacktest } from '../../device/open/alarm-backtest-run.ts'
import type { Call } from '../../frame/serve.ts'
import { hearMvars } from '../../watch/open/mvar-heard.ts'
import { shownMvars } from '../../watch/open/mvar-inputs.ts'
import type { StoredMvar } from '../../watch/open/mvar-rewrite.ts'
import { inputsKnown } from './checking.ts'
import { judgedRule, signalOf } from './rules.ts'

type Asked = Span & { mvar: StoredMvar; rule: AlarmRule }

export async function tryMvarRule(call: Call, { mvar, rule, from, to }: Asked) {
  const judged = judgedRule(rule, mvar)
  const [shown] = await shownMvars(call.sight, mvar.projectId, [mvar.id])
  if (!judged || !shown) return emptyBacktest(to)
  const { unstored } = await inputsKnown(call.sight, mvar)
  if (unstored.length > 0) return { ...emptyBacktest(to), unstored }
  const { id } = mvar

  async function visit(span: Span, visitor: PastVisitor): Promise<number> {
    let count = 0
    let last = span.from
    const hear = ({ value, code }: { value: number; code: number }, at: number) => {
      // A value from before the span counts from the start of the span.
      last = Math.max(last, at)
      count += 1
      visitor.reading(id, code === good ? value : null, code === good ? good : faulty, last)
    }
    const end = (knownTo: number) => {
      if (knownTo < span.to) visitor.lose(Math.max(last, knownTo))
    }
    await hearMvars(call, [shown!], [{ mvarId: id, hear, end }], { ...span, silences: new Map() })
    return count
  }

  const known = new Map([[id as number, signalOf(mvar)]])
  const tried = await runBacktest({ visit, subjectId: id }, { equipmentId: id, rule, known, from, to }, judged)
  return { ...tried, unstored: [], columnId: null }
}
