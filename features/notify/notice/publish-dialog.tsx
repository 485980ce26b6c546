// Dialog that publishes an announcement, now or later.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import './notice.css'
import { mutationOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { MomentField } from '../../../ui/moment-field.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { type Notice, publishNotice } from './contract.ts'
import { noticeText } from './text.ts'

const hourMs = 3600_000

export function PublishDialog({ notice, zone, onClose }: { notice: Notice; zone: string; onClose: () => void }) {
  const t = useText(noticeText)
  const isEnglish = useLanguage() === 'en'
  const [at, setAt] = useState(notice.publishAt ?? Date.now() + hourMs)
  const publish = useMutation(mutationOf(publishNotice))
  const send = (time: number | null) =>
    publish.mutate(
      { id: notice.id, at: time },
      {
        onSuccess() {
          toast.good(time === null ? t('published') : t('planned', { at: formatTime(time, zone) }))
          onClose()
        },
      },
    )
  return (
    <ModalBox label={t('publishTitle')} width={460} onClose={onClose}>
      <div className="confirm">
        <h2>{t('publishTitle')}</h2>
        <div className="notice-publish">
          <b>{isEnglish ? notice.titleEn : notice.title}</b>
          <p>{t('publishNote')}</p>
          <div className="notice-when">
            <MomentField label={t('when')} at={at} zone={zone} onChange={setAt} />
            <Act sends busy={publish.isPending} why={at <= Date.now() && t('notPast')} onClick={() => send(at)}>
              {t('publishLater')}
            </Act>
          </div>
        </div>
        <div className="confirm-acts">
          <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
          <Act kind="primary" sends busy={publish.isPending} onClick={() => send(null)}>
            {t('publishNow')}
          </Act>
        </div>
      </div>
    </ModalBox>
  )
}
