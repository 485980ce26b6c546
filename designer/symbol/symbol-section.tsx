// The panel of a placed symbol: its symbol, its bindings, and the library's newer drawing.
import { useState } from 'react'
import { bindsOf, type PageWidget } from '../../contract/page-document.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { Widget } from '../../widgets/widget.ts'
import { excess } from '../document/clipboard.ts'
import type { Edit } from '../panel/edit.ts'
import { Section } from '../panel/row.tsx'
import { useSources } from '../panel/sources.ts'
import { screenText } from '../screen-text.ts'
import { FillDialog } from './fill-dialog.tsx'
import { originOf } from './marks.ts'
import { countOlder, detached, filledIn, refilled, updatedWithin } from './placed.ts'
import { symbolText } from './text.ts'

type Props = { edit: Edit; whole: Edit; types: ReadonlyMap<string, Widget> }

export function SymbolSection({ edit, whole, types }: Props) {
  const t = useText(symbolText)
  const sources = useSources()
  const [isAsked, setAsked] = useState(false)
  const [group] = edit.widgets
  const origin = edit.widgets.length === 1 && group ? originOf(group) : undefined
  if (!origin || !group || !sources.symbols) return null
  const { all, named } = sources.symbols
  const symbol = all?.find(({ key }) => key === origin.key)
  const older = symbol ? countOlder(whole.widgets, symbol) : 0
  const isOld = symbol !== undefined && symbol.version !== origin.version
  const update = (of: Edit, key: string) => {
    if (!symbol) return
    const change = (widget: PageWidget) => updatedWithin(widget, symbol)
    const others = whole.widgets.filter((widget) => !of.widgets.includes(widget))
    const refused = excess([...others, ...of.widgets.map(change)])
    if (refused) return toast.bad({ message: screenText.t(`refused_${refused}`) })
    of.onChange(change, `${key} ${symbol.version}`)
  }
  return (
    <Section label={t('symbol')}>
      <div className="symbol-origin">
        {symbol && (
          <p>
            <b>{named(symbol.title)}</b>
            <small>
              {t('version', { version: origin.version })}
              {!isOld && ` · ${t('current')}`}
            </small>
          </p>
        )}
        {all && !symbol && <p>{t('gone')}</p>}
        {isOld && <p className="symbol-note">{t('updateNote')}</p>}
        <div className="symbol-acts">
          {isOld && (
            <PlainAct kind="primary" onClick={() => update(edit, 'symbol')}>
              {t('update', { version: symbol.version })}
            </PlainAct>
          )}
          {symbol && older > 1 && (
            <PlainAct onClick={() => update(whole, 'symbols')}>{t('updateAll', { count: older })}</PlainAct>
          )}
          {symbol && !isOld && symbol.content.slots.length + symbol.content.texts.length > 0 && (
            <PlainAct onClick={() => setAsked(true)}>{t('parameters')}</PlainAct>
          )}
          <PlainAct onClick={() => edit.onChange(detached, 'detach')}>{t('detach')}</PlainAct>
        </div>
      </div>
      {isAsked && symbol && (
        <FillDialog
          {...{ symbol, types, sources }}
          now={filledIn(group)}
          used={bindsOf(whole.widgets).signals}
          onDone={(filled) => {
            edit.onChange((widget) => refilled(widget, filled), `parameters ${Date.now()}`)
            setAsked(false)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  )
}
