// The progress of a staged upgrade.
import './firmware.css'
import { useText } from '../../../ui/words.ts'
import type { Run } from './contract.ts'
import { firmwareText } from './text.ts'

export function RunProgress({ run: { total, done, failed } }: { run: Pick<Run, 'total' | 'done' | 'failed'> }) {
  const t = useText(firmwareText)
  return (
    <span className="firmware-progress">
      <meter min={0} max={total} value={done} aria-label={t('progress')} />
      <span>{t('progressOf', { done, total })}</span>
      {failed > 0 && <strong>{t('failedOf', { count: failed })}</strong>}
    </span>
  )
}
