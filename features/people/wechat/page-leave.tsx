// Redirects to WeChat's QR code, to sign in.
import { call } from '../../../contract/call.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { useLeaving, WayFault } from '../login/part-other-site.tsx'
import { beginWeChat } from './contract.ts'
import { errors } from './errors.ts'
import { weChatText } from './text.ts'

export default function LeavePage() {
  const t = useText(weChatText)
  const { search, go } = usePlace()
  const { fault, leave } = useLeaving(() => call(beginWeChat, { to: search.to ?? '/' }))
  const login = withSearch('/login', { to: search.to })
  // WeChat is switched off, so a retry cannot succeed.
  const isOff = fault?.code === errors.codeOf('weChatOff')
  return (
    <LoginFrame title={t('title')} about={fault ? undefined : t('leaving')}>
      {fault && (
        <WayFault
          text={fault.message}
          act={isOff ? { label: t('otherWay'), do: () => go(login) } : { label: t('again'), do: leave }}
          other={isOff ? undefined : { label: t('otherWay'), to: login }}
        />
      )}
    </LoginFrame>
  )
}
