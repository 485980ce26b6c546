// The bell of the top bar: the number of unread messages, and the latest ones.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import { useState } from 'react'
import './message.css'
import { queryOf } from '../../../contract/call.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLink } from '../../../ui/link.ts'
import { Go } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useStore } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { queryMessages } from './contract.ts'
import { MessageLine } from './message-line.tsx'
import { news } from './news.ts'
import { badgeOf } from './rules.ts'
import { messageText } from './text.ts'
import { useOpening } from './use-messages.ts'

const shown = 5

export function Bell() {
  const t = useText(messageText)
  const [open, setOpen] = useState(false)
  const { count, isNew, socket } = useStore(news)
  const isUp = useLink().state === 'up'
  // A count that may be outdated is hidden; the first count arrives in a moment.
  const isCurrent = isUp && socket === 'open'
  const isKnown = isCurrent && count !== null
  const isLost = !isUp || socket === 'waiting'
  const badge = badgeOf(count ?? 0)
  const label = isKnown ? t('bell', { count: badge }) : t('bellUnknown')
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      arrow={false}
      content={<Latest onGo={() => setOpen(false)} isCurrent={!isLost} />}
      destroyOnHidden
      styles={{ container: { border: '1px solid var(--line)' } }}
    >
      <button type="button" className="icon-act bell" aria-label={label} title={label} aria-expanded={open}>
        <Icon name="bell" />
        {isKnown && count > 0 && <span className={isNew ? 'bell-count bell-new' : 'bell-count'}>{badge}</span>}
        {isLost && <span className="bell-count bell-unknown">?</span>}
      </button>
    </Popover>
  )
}

function Latest({ onGo, isCurrent }: { onGo: () => void; isCurrent: boolean }) {
  const t = useText(messageText)
  const open = useOpening()
  const query = useQuery({
    ...queryOf(queryMessages, { status: 'unread', pageSize: shown }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.rows
  return (
    <section className="bell-list" aria-label={t('latest')}>
      <h2>{t('latest')}</h2>
      <AsOf query={query} />
      {!isCurrent && <p className="bell-note">{t('notLive')}</p>}
      {!rows && isCurrent && (query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />)}
      {rows && (
        <ul>
          {rows.map((message) => (
            <MessageLine
              key={message.id}
              message={message}
              menuType="unReaden"
              onOpen={() => {
                onGo()
                open(message)
              }}
            />
          ))}
        </ul>
      )}
      {rows?.length === 0 && <p className="bell-note">{t('noneUnread')}</p>}
      <Go to="/msg/messageAll" className="bell-all" onGo={onGo}>
        {t('showAll')}
      </Go>
    </section>
  )
}
