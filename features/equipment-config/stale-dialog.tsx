// Two people edited at once: nobody's work is lost without being told. [S8 10004]
import { Modal } from 'antd'
import { useState } from 'react'
import { useFocusBack } from '../../ui/focus-back.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { signalText } from './signal-text.ts'

export function StaleDialog({
  onReload,
  notes,
  onClose,
}: {
  /** Takes the newest version, with my edits on top or without them. */
  onReload: (keepMine: boolean) => Promise<void>
  /** What either way does to the edits, in the words of the page. */
  notes?: { keep: string; drop: string }
  onClose: () => void
}) {
  const t = useText(signalText)
  const [busy, setBusy] = useState(false)
  useFocusBack()
  const reload = async (keepMine: boolean) => {
    setBusy(true)
    try {
      await onReload(keepMine)
      if (keepMine) toast.plain(t('staleKept'))
      onClose()
    } catch (error) {
      toast.bad(error)
      setBusy(false)
    }
  }
  return (
    <Modal open title={t('staleTitle')} width={480} footer={null} onCancel={onClose}>
      <p>{t('staleNote')}</p>
      <div className="stale-ways">
        <PlainAct kind="primary" busy={busy} onClick={() => void reload(true)}>
          {t('staleKeep')}
        </PlainAct>
        <p>{notes?.keep ?? t('staleKeepNote')}</p>
        <PlainAct kind="danger" busy={busy} onClick={() => void reload(false)}>
          {t('staleDrop')}
        </PlainAct>
        <p>{notes?.drop ?? t('staleDropNote')}</p>
        <PlainAct onClick={onClose}>{t('staleLater')}</PlainAct>
      </div>
    </Modal>
  )
}
