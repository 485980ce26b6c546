// Displays a plan, and the fields that remain the device's own.
import { Checkbox } from 'antd'
import { useMemo } from 'react'
import type { Thing } from '../../../contract/config-part.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useText } from '../../../ui/words.ts'
import { configParts, listOf } from '../../frame/config.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { TemplatePlan } from '../template-binding/contract.ts'
import type { Own } from '../template-binding/rules.ts'
import { type OwnLine, ownLines } from './own-fields.ts'
import { PlanRead } from './part-plan.tsx'
import { templatePlanText } from './text.ts'

type Props = { plan: TemplatePlan; own: Own; onOwn: (own: Own) => void }

export function PlanView({ plan, own, onOwn }: Props) {
  return (
    <div className="template-plan">
      <PlanRead of={plan} />
      <OwnFields plan={plan} own={own} onOwn={onOwn} />
    </div>
  )
}

function OwnFields({ plan, own, onOwn }: Props) {
  const t = useText(templatePlanText)
  const language = useLanguage()
  const named = useName()
  const lines = useMemo(() => {
    const template = new Map(
      configParts.flatMap((part) =>
        (listOf(plan.template, part) as readonly Thing[]).map((thing) => [`${part.key} ${thing.id}`, thing] as const),
      ),
    )
    return ownLines(plan.ownable, own, { before: plan.before, template, language, word: t })
  }, [plan, own, language, t])
  if (lines.length === 0) return null
  const toggle = ({ key }: OwnLine, isOwn: boolean) => {
    const next = new Set(own)
    if (isOwn) next.add(key)
    else next.delete(key)
    onOwn(next)
  }
  return (
    <section className="template-own">
      <h4>{t('ownTitle')}</h4>
      <p>{t('ownAbout')}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <Checkbox checked={own.has(line.key)} onChange={({ target }) => toggle(line, target.checked)}>
              <strong>{named(line.thing)}</strong> {line.label}
            </Checkbox>
            <OwnValues line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The device's value and, if different, the template's. */
function OwnValues({ line: { mine, theirs } }: { line: OwnLine }) {
  const t = useText(templatePlanText)
  const told = (value: OwnLine['mine']) => (value === undefined || value === '' ? t('none2') : String(value))
  if (mine === undefined && theirs === undefined) return null
  return (
    <span className="template-values">
      {told(mine)}
      {mine !== theirs && <small> ≠ {told(theirs)}</small>}
    </span>
  )
}
