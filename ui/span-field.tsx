// Fields for the start and the end of a time span; a change is passed on only when the end is after the start.
import { useEffect, useState } from 'react'
import { MomentField } from './moment-field.tsx'
import './span-field.css'
import { uiText } from './text.ts'
import { useText } from './words.ts'

type Span = { from: number; to: number }

/** Fields for a span of time in epoch ms, shown in an IANA zone. */
export function SpanField({ span, zone, onChange }: { span: Span; zone: string; onChange: (span: Span) => void }) {
  const t = useText(uiText)
  const { from: begun, to: ended } = span
  const [draft, setDraft] = useState(span)
  useEffect(() => setDraft({ from: begun, to: ended }), [begun, ended])
  const set = (next: Span) => {
    setDraft(next)
    if (next.from < next.to) onChange(next)
  }
  return (
    <span className="span-field">
      <MomentField label={t('from')} at={draft.from} zone={zone} onChange={(from) => set({ ...draft, from })} />
      <span aria-hidden="true">–</span>
      <MomentField label={t('to')} at={draft.to} zone={zone} onChange={(to) => set({ ...draft, to })} />
      {draft.from >= draft.to && <small role="alert">{t('notASpan')}</small>}
    </span>
  )
}
