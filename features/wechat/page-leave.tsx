// Leaves for WeChat's QR code, to sign in.
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { useText } from '../../ui/words.ts'
import { LoginFrame } from '../login/part-frame.tsx'
import { beginWeChat } from './contract.ts'
import { Fault } from './fault.tsx'
import { weChatText } from './text.ts'

export default function LeavePage() {
  const t = useText(weChatText)
  const { search } = usePlace()
  const [fault, setFault] = useState<string>()
  const leave = async () => {
    setFault(undefined)
    try {
      const { url } = await call(beginWeChat, { to: search.to ?? '/' })
      window.location.replace(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
  }
  const hasLeft = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    void leave()
  }, [])
  return (
    <LoginFrame title={t('title')} about={t(fault === undefined ? 'leaving' : 'failed')}>
      {fault !== undefined && (
        <Fault
          text={fault}
          act={{ words: 'again', do: () => void leave() }}
          otherWay={withSearch('/login', { to: search.to })}
        />
      )}
    </LoginFrame>
  )
}
