// Shows one dialog of the queue. [S4 Notice dialog queue] [S9 width 600]
import './message.css'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import type { Store } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../open/translation-name.ts'
import type { Message } from './contract.ts'
import { closed, type Dialog, type Queue } from './dialog-queue.ts'
import { forgetReminder } from './dialogs.ts'
import { dialogPlaceOf, placeOf } from './message-place.ts'
import { messageText } from './text.ts'
import { useMessageActs } from './use-messages.ts'

const width = 600

export function NoticeDialog({ dialog, queue }: { dialog: Dialog; queue: Store<Queue> }) {
  const { kind, message } = dialog
  const close = () => {
    forgetReminder(dialog)
    queue.set((now) => closed(now, Date.now()))
  }
  if (kind === 'password' || kind === 'phone') return <OwnReminder kind={kind} onClose={close} />
  if (dialog.resources) return <ResourceReminder resources={dialog.resources} onClose={close} />
  if (!message) return null
  return <Told dialog={dialog} message={message} onClose={close} />
}

function OwnReminder({ kind, onClose }: { kind: 'password' | 'phone'; onClose: () => void }) {
  const t = useText(messageText)
  const { go } = usePlace()
  const title = t(`${kind}Title`)
  return (
    <ModalBox label={title} width={width} onClose={onClose}>
      <div className="confirm">
        <h2>{title}</h2>
        <p className="notice-words">{t(`${kind}Note`)}</p>
        <div className="confirm-acts">
          <PlainAct onClick={onClose}>{t('later')}</PlainAct>
          <PlainAct
            kind="primary"
            onClick={() => {
              onClose()
              go('/account/security/sms')
            }}
          >
            {t(`${kind}Act`)}
          </PlainAct>
        </div>
      </div>
    </ModalBox>
  )
}

const placesAt = {
  internal: '/manage/account/int',
  external: '/manage/account/ext',
  project: '/manage/eg/project/list',
} as const

function ResourceReminder({
  resources,
  onClose,
}: {
  resources: NonNullable<Dialog['resources']>
  onClose: () => void
}) {
  const t = useText(messageText)
  const { go } = usePlace()
  const title = t('resourceTitle')
  return (
    <ModalBox label={title} width={width} onClose={onClose}>
      <div className="confirm">
        <h2>{title}</h2>
        <ul className="notice-words">
          {resources.map(({ kind, used, limit }) => (
            <li key={kind}>{t(used >= limit ? 'resourceFull' : 'resourceNear', { what: t(kind), used, limit })}</li>
          ))}
        </ul>
        <p className="notice-words">{t('resourceNote')}</p>
        <div className="confirm-acts">
          <PlainAct onClick={onClose}>{t('later')}</PlainAct>
          {resources.map(({ kind }) => (
            <PlainAct
              key={kind}
              kind="primary"
              onClick={() => {
                onClose()
                go(placesAt[kind])
              }}
            >
              {t('resourceAct', { what: t(kind) })}
            </PlainAct>
          ))}
        </div>
      </div>
    </ModalBox>
  )
}

function Told({ dialog, message, onClose }: { dialog: Dialog; message: Message; onClose: () => void }) {
  const t = useText(messageText)
  const name = useName()
  const { go } = usePlace()
  const { read, ignore } = useMessageActs()
  const { kind, count = 1 } = dialog
  const { id, title, note } = message
  const open = () => {
    read.mutate({ ids: [id] })
    onClose()
    go(kind === 'alert' ? placeOf(message) : dialogPlaceOf(message))
  }
  return (
    <ModalBox label={name(title)} width={width} onClose={onClose}>
      <div className="confirm">
        <p className="notice-kind">{t(message.type)}</p>
        <h2>{name(title)}</h2>
        <p className="notice-words">{note}</p>
        {count > 1 && <p className="notice-more">{t('alertMore', { count: count - 1 })}</p>}
        <div className="confirm-acts">
          {kind === 'notice' && (
            <span className="notice-never">
              <PlainAct
                kind="link"
                onClick={() => {
                  ignore.mutate({ id })
                  onClose()
                }}
              >
                {t('neverAgain')}
              </PlainAct>
            </span>
          )}
          <PlainAct onClick={onClose}>{t(kind === 'alert' ? 'close' : 'later')}</PlainAct>
          <PlainAct kind="primary" onClick={open}>
            {t(kind === 'alert' ? 'open' : 'readOn')}
          </PlainAct>
        </div>
      </div>
    </ModalBox>
  )
}
