// Redirects to WeChat's QR code, to sign in.
import { call } from '../../../contract/call.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { useLeaving, WayFault } from '../login/part-other-site.tsx'
import { LoginFrame } from '../open/login-frame.tsx'
import { beginWeChat } from './contract.ts'
import { weChatText } from './text.ts'

export default function LeavePage() {
  const t = useText(weChatText)
  const { search } = usePlace()
  const { fault, leave } = useLeaving(() => call(beginWeChat, { to: search.to ?? '/' }))
  return (
    <LoginFrame title={t('title')} about={t(fault === undefined ? 'leaving' : 'failed')}>
      {fault !== undefined && (
        <WayFault
          text={fault}
          act={{ label: t('again'), do: leave }}
          other={{ label: t('otherWay'), to: withSearch('/login', { to: search.to }) }}
        />
      )}
    </LoginFrame>
  )
}
