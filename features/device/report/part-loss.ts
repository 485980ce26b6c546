// Shows the effect of deleting variables on the reports that store them, before the user confirms.
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { type Translate, useText } from '../../../ui/words.ts'
import { type Loss, withoutSignals } from './rules.ts'
import { reportText } from './text.ts'

type T = typeof reportText extends { t: Translate<infer W> } ? Translate<W> : never
type Config = Pick<EquipmentConfig, 'signals' | 'reports'>

/** The reason why variables cannot be deleted: a condition or a trigger uses one of them. */
export function heldText(t: T, { signals, reports }: Config, gone: ReadonlySet<number>): string | undefined {
  const [held] = withoutSignals(reports, gone).held
  if (!held) return undefined
  const signal = signals.find(({ id }) => id === held.signalId)
  return t('held', { name: held.report.name, signal: signal?.title ?? '' })
}

const lossLine = (t: T, { report: { name }, columns, isWhole }: Loss): string =>
  isWhole ? t('lossWhole', { name }) : (t as CountedT)('lossColumns', { name, count: columns })
type CountedT = (key: 'lossColumns', params: { name: string; count: number }) => string

/**
 * Describes what a deletion affects: one sentence per report, and that stored history remains; empty if no report is
 * affected.
 */
export function lossText(t: T, { reports }: Config, gone: ReadonlySet<number>): string {
  const { losses } = withoutSignals(reports, gone)
  if (losses.length === 0) return ''
  return [...losses.map((loss) => lossLine(t, loss)), t('lossNote')].join('\n')
}

/** Asks for confirmation before stored variables are deleted; resolves with true immediately if none is stored. */
async function mayLose(t: T, config: Config, gone: ReadonlySet<number>, target: string): Promise<boolean> {
  const note = lossText(t, config, gone)
  return note === '' || confirm({ title: t('lossTitle'), act: t('lossAct'), target, note, danger: true })
}

/** The functions above, in the user's language. */
export function useLoss() {
  const t = useText(reportText)
  return {
    heldText: (config: Config, gone: ReadonlySet<number>) => heldText(t, config, gone),
    lossText: (config: Config, gone: ReadonlySet<number>) => lossText(t, config, gone),
    mayLose: (config: Config, gone: ReadonlySet<number>, target: string) => mayLose(t, config, gone, target),
  }
}
