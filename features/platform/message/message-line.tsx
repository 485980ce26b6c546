// A message in a list: its type, its text, and its time.
import type { ReactNode } from 'react'
import './message.css'
import { formatAge, formatTime, isJustNow } from '../../../ui/format.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { oneLine } from '../../../ui/punctuation.ts'
import { uiText } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../open/translation-name.ts'
import type { Message, MessageType } from './contract.ts'
import { type MenuType, placeOf } from './message-place.ts'
import { messageText } from './text.ts'

export const typeIcons: Readonly<Record<MessageType, IconName>> = {
  alarm: 'alarm',
  order: 'order',
  expire: 'clock',
  notice: 'message',
}

const dayMs = 24 * 3600_000

/** An age while it is more informative than a date. */
function When({ at }: { at: number }) {
  const now = useNow()
  const t = useText(messageText)
  const ui = useText(uiText)
  const age = Math.max(0, now - at)
  const time = formatTime(at, useZone())
  const language = useLanguage()
  return (
    <time dateTime={new Date(at).toISOString()} title={time}>
      {age >= dayMs ? time : isJustNow(age) ? ui('justNow') : t('ago', { age: formatAge(age, language) })}
    </time>
  )
}

export function MessageLine({
  message,
  menuType = 'all',
  before,
  after,
  onOpen,
}: {
  message: Message
  menuType?: MenuType
  before?: ReactNode
  after?: ReactNode
  onOpen: () => void
}) {
  const t = useText(messageText)
  const name = useName()
  const { type, title, note, status, gmtCreate, alarmBroadcastTimes } = message
  const isUnread = status === 'unread'
  return (
    <li className={isUnread ? 'message-line message-unread' : 'message-line'}>
      {before}
      <Go to={placeOf(message, menuType)} onGo={onOpen} className="message-words">
        <span className="message-kind">
          <Icon name={typeIcons[type]} size={16} />
          {t(type)}
          {isUnread && <span className="unseen">{t('unreadMark')}</span>}
        </span>
        <span className="message-title">{name(title)}</span>
        <span className="message-note">
          {oneLine(note)}
          {alarmBroadcastTimes > 1 && <small>{t('times', { count: alarmBroadcastTimes })}</small>}
        </span>
        <When at={gmtCreate} />
      </Go>
      {after}
    </li>
  )
}
