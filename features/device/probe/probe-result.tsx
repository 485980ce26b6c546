// The result of a reading: the value and the PLC's response time, or the fault.
import { useEffect, useRef } from 'react'
import './probe.css'
import { Icon } from '../../../ui/icon.tsx'
import { valueWords, type Written } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { probeText } from './text.ts'
import type { Probing } from './use-probe.ts'

export function ProbeResult({ probing: { isBusy, outcome }, written }: { probing: Probing; written: Written }) {
  const t = useText(probeText)
  const isGood = outcome?.code === 200
  const took = outcome?.tookMs != null && <small>{t('took', { ms: outcome.tookMs })}</small>
  const box = useRef<HTMLDivElement>(null)
  // Scrolls to the result, which may be below the visible part of a long form.
  useEffect(() => {
    if (isBusy || outcome) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isBusy, outcome])
  return (
    <div ref={box} className="probe-result" role="status" data-state={outcome ? (isGood ? 'good' : 'bad') : undefined}>
      {isBusy && t('reading')}
      {outcome && isGood && (
        <>
          <Icon name="check" size={16} />
          <p>
            <strong>
              {valueWords(outcome.value, written)}
              {written.unit && ` ${written.unit}`}
            </strong>
            {took}
          </p>
        </>
      )}
      {outcome && !isGood && (
        <>
          <Icon name="alarm" size={16} />
          <p>
            <strong>{outcome.msg || t('bad')}</strong>
            {outcome.code > 0 && <code>{outcome.code}</code>}
            {took}
          </p>
        </>
      )}
    </div>
  )
}
