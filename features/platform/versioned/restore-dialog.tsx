// The confirmation of restoring a version, with the changes that it makes.
import { Input } from 'antd'
import { useId, useState } from 'react'
import { ApiError } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { DifferenceList } from './difference-list.tsx'
import { versionedText } from './text.ts'
import { useDifferences, type Versioned } from './use-differences.ts'

export function RestoreDialog({
  of,
  version,
  onDone,
  onClose,
}: {
  of: Versioned
  version: number
  onDone: () => void
  onClose: () => void
}) {
  const t = useText(versionedText)
  const id = useId()
  const { changes, error, refetch } = useDifferences(of, of.newest, version)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      await of.restore(version, message)
      toast.good(t('restored', { version }))
      onDone()
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      toast.bad(fault)
      await of.lines.refetch()
      onClose()
    } finally {
      setBusy(false)
    }
  }
  const title = t('restoreTitle', { version })
  return (
    <ModalBox label={title} width={560} onClose={onClose}>
      <div className="confirm">
        <h2>{title}</h2>
        <p className="confirm-target">{of.name}</p>
        <p className="confirm-note">{t('restoreNote')}</p>
        <div className="restore-changes">
          {!changes && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />)}
          {changes?.length === 0 && <p>{t('restoreSame')}</p>}
          {changes && changes.length > 0 && <DifferenceList changes={changes} />}
        </div>
        {of.note && <p className="confirm-note">{of.note}</p>}
        <label className="restore-reason" htmlFor={id}>
          <span>{t('reason')}</span>
          <Input
            id={id}
            autoComplete="off"
            maxLength={limits.versionMessageLength}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </label>
        <div className="confirm-acts">
          <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
          <PlainAct kind="primary" busy={busy} disabled={!changes} onClick={() => void restore()}>
            {t('restore')}
          </PlainAct>
        </div>
      </div>
    </ModalBox>
  )
}
