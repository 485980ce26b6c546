// Displays a plan: losses with a warning, differences field by field, pages.
import { useMemo } from 'react'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { DifferenceList } from '../../platform/open/versioned-differences.tsx'
import { differences } from '../../platform/versioned/rules.ts'
import type { Loss } from '../template-binding/contract.ts'
import './template-plan.css'
import { templatePlanText } from './text.ts'

type Read = {
  before: EquipmentConfig
  after: EquipmentConfig
  pages: readonly { kind: 'added' | 'changed' | 'removed'; title: string }[]
  losses: readonly Loss[]
}

export function PlanRead({ of }: { of: Read }) {
  const t = useText(templatePlanText)
  const language = useLanguage()
  const changes = useMemo(() => differences(configView, of.before, of.after, language), [of, language])
  const isNothing = changes.length + of.pages.length + of.losses.length === 0
  return (
    <div className="template-plan">
      {of.losses.length > 0 && <Losses losses={of.losses} />}
      {isNothing ? (
        <p className="template-nothing">{t('nothing')}</p>
      ) : (
        changes.length > 0 && <DifferenceList changes={changes} />
      )}
      {of.pages.length > 0 && <Pages pages={of.pages} />}
    </div>
  )
}

type Counted = (
  key: 'lossPage' | 'lossPageOf' | 'lossAlarm' | 'lossWrite',
  of: Record<string, string | number>,
) => string

function useLossWords(): (loss: Loss) => string {
  const t = useText(templatePlanText)
  const named = useName()
  const counted = t as Counted
  return (loss) => {
    switch (loss.kind) {
      case 'column':
        return t('lossColumn', { report: named(loss.report), variable: named(loss.variable) })
      case 'report':
        return t('lossReport', { report: named(loss.report) })
      case 'page': {
        const of = { page: named(loss.page), count: loss.bindings }
        return loss.of === null ? counted('lossPage', of) : counted('lossPageOf', { ...of, of: named(loss.of) })
      }
      case 'removedPage':
        return t('lossRemovedPage', { page: named(loss.page) })
      case 'mvar':
        return t('lossMvar', { mvar: named(loss.mvar), of: named(loss.of) })
      case 'alarm':
        return counted('lossAlarm', { rule: named(loss.rule), count: loss.alarms })
      case 'write':
        return counted('lossWrite', { variable: named(loss.variable), count: loss.writes })
      case 'secret':
        return t('lossSecret', { driver: loss.driver })
    }
  }
}

function Losses({ losses }: { losses: readonly Loss[] }) {
  const t = useText(templatePlanText)
  const told = useLossWords()
  return (
    <section className="template-losses" aria-label={t('lossTitle')}>
      <ul>
        {losses.map((loss) => (
          <li key={JSON.stringify(loss)}>
            <span className="template-lost">
              <SeverityMark severity="important" /> {t('lost')}
            </span>
            <span>{told(loss)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const pageWords = { added: 'pageAdded', changed: 'pageChanged', removed: 'pageRemoved' } as const
const pageSigns = { added: '+', changed: '≠', removed: '−' } as const

function Pages({ pages }: Pick<Read, 'pages'>) {
  const t = useText(templatePlanText)
  const named = useName()
  return (
    <section className="template-pages">
      <h4>{t('pages')}</h4>
      <ul>
        {pages.map(({ kind, title }) => (
          <li key={`${kind} ${title}`}>
            <span className="template-sign" aria-hidden="true">
              {pageSigns[kind]}
            </span>
            {named(title)} <em>{t(pageWords[kind])}</em>
          </li>
        ))}
      </ul>
    </section>
  )
}
