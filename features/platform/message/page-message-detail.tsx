// The page of one message, with details of its object. [S2 /msg/detail]
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import './message.css'
import { queryOf } from '../../../contract/call.ts'
import { EquipmentId } from '../../../contract/fields.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { Card, CardWaiting, PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { MessageBody } from '../open/message-body.ts'
import { useName } from '../open/translation-name.ts'
import { equipDetail, type Message, messageInfo, messageObjects, messageTypes } from './contract.ts'
import { typeIcons } from './message-line.tsx'
import { placeOf } from './message-place.ts'
import { messageText } from './text.ts'
import { useOpening } from './use-messages.ts'

const lists: Readonly<Record<string, string>> = {
  readen: '/msg/messageReaden',
  unReaden: '/msg/messageUnReaden',
}

/** The message texts that rooms contribute. */
const bodies = Object.values(
  import.meta.glob<{ default: MessageBody }>('../../*/*/message-body.tsx', { eager: true }),
).map((room) => room.default)

/** The message in an address; addresses of dialogs contain its type and object as words. */
function namedIn(path: string, search: Readonly<Record<string, string>>) {
  const [, , , menuType, msgType, object, dataId] = path.split('/')
  const type = messageTypes.find((each) => each === msgType)
  const equipType = messageObjects.find((each) => each === object)
  const id = Number(search.id)
  const about = { ...(type ? { type } : {}), ...(equipType ? { equipType } : {}), dataId: Number(dataId) || 0 }
  return { menuType, by: Number.isSafeInteger(id) && id > 0 ? { id } : about }
}

export default function MessageDetailPage() {
  const t = useText(messageText)
  const { path, search } = usePlace()
  const { menuType = '', by } = namedIn(path, search)
  const isNamed = 'id' in by || by.dataId > 0
  const query = useQuery({ ...queryOf(messageInfo, by), enabled: isNamed })
  const above = { to: lists[menuType] ?? '/msg/messageAll', label: t('title') }
  if (!isNamed)
    return (
      <>
        <PageHeader title={t('message')} above={above} />
        <EmptyState kind="goneAway" icon="message" act={<Go to={above.to}>{t('toList')}</Go>}>
          {t('noSuch')}
        </EmptyState>
      </>
    )
  if (query.error && !query.data)
    return (
      <>
        <PageHeader title={t('message')} above={above} />
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </>
    )
  if (!query.data)
    return (
      <>
        <PageHeader title={t('message')} above={above} />
        <CardWaiting />
      </>
    )
  return (
    <>
      <AsOf query={query} />
      <Detail message={query.data} above={above} />
    </>
  )
}

function Detail({ message, above }: { message: Message; above: { to: string; label: string } }) {
  const t = useText(messageText)
  const name = useName()
  const zone = useZone()
  const open = useOpening()
  const opened = useRef<number>(undefined)
  useEffect(() => {
    if (opened.current === message.id) return
    opened.current = message.id
    open(message)
  })
  const { type, title, note, gmtCreate, equipType, alarmBroadcastTimes } = message
  const Body = bodies.find((each) => each.type === type)?.Body
  return (
    <div className="message-detail">
      <PageHeader title={name(title)} above={above} mark={<Icon name={typeIcons[type]} />} />
      <Card>
        <p className="notice-kind">
          {t(type)} · {formatTime(gmtCreate, zone)}
          {alarmBroadcastTimes > 1 && ` · ${t('times', { count: alarmBroadcastTimes })}`}
        </p>
        <p className="notice-words">{Body ? <Body message={message} /> : note}</p>
      </Card>
      {equipType === 'eg' && <Device message={message} />}
    </div>
  )
}

function Device({ message }: { message: Message }) {
  const t = useText(messageText)
  const name = useName()
  const query = useQuery(queryOf(equipDetail, { equipmentId: EquipmentId.parse(message.dataId) }))
  const { data } = query
  if (query.error && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return <CardWaiting />
  const { equipName, groupName, address, sn, state } = data
  const rows = [
    { label: t('about'), value: name(equipName) },
    { label: t('group'), value: groupName ? name(groupName) : nothingShown },
    { label: t('address'), value: address ?? nothingShown },
    { label: t('gateway'), value: sn ?? t('unbound') },
    ...(state ? [{ label: t('state'), value: t(state) }] : []),
  ]
  return (
    <Card title={t('about')}>
      <KeyValues rows={rows} />
      <Go to={placeOf(message)} className="message-open">
        {t('openDevice')}
      </Go>
    </Card>
  )
}
