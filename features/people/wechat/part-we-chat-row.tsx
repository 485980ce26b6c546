// The WeChat row of the security page; hidden if the platform is not a WeChat application.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './we-chat.css'
import { ApiError, call, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useZone } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { bindWeChat, unbindWeixin, weChatOn, weChatState } from './contract.ts'
import { weChatText } from './text.ts'

export function WeChatRow() {
  const { data } = useQuery({ ...queryOf(weChatOn, {}), staleTime: Number.POSITIVE_INFINITY })
  return data?.isOn ? <Row /> : null
}

function Row() {
  const t = useText(weChatText)
  const zone = useZone()
  const { data } = useQuery({ ...queryOf(weChatState, {}), staleTime: 0 })
  const { fault, bind } = useBind()
  const unbind = useUnbind()
  if (!data) return null
  const { boundAt } = data
  return (
    <li className="we-chat-row">
      <Icon name="message" />
      <div>
        <b>{t('title')}</b>
        <p>{t('about')}</p>
        {fault !== undefined && <p role="alert">{fault}</p>}
      </div>
      <span>{boundAt === null ? t('notBound') : t('boundSince', { date: formatDate(boundAt, zone) })}</span>
      {boundAt === null ? (
        <Act kind="link" onClick={() => void bind()}>
          {t('bind')}
        </Act>
      ) : (
        <Act kind="link" onClick={() => void unbind()}>
          {t('unbind')}
        </Act>
      )}
    </li>
  )
}

function useBind() {
  const [fault, setFault] = useState<string>()
  const bind = async () => {
    setFault(undefined)
    try {
      const { url } = await call(bindWeChat, {})
      window.location.assign(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  return { fault, bind }
}

function useUnbind() {
  const t = useText(weChatText)
  const unbind = useConfirmed(unbindWeixin)
  return () => {
    const asked = { title: t('unbindTitle'), act: t('unbind'), target: t('title'), note: t('unbindNote') }
    return unbind({}, { ...asked, done: t('unbound') })
  }
}
