// The direct link of a company: redirects to its provider immediately. In the window that confirms a session, the
// account's own provider asks the user to sign in anew.
import { call } from '../../../contract/call.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { useLeaving, WayFault } from '../login/part-other-site.tsx'
import { LoginFrame } from '../open/login-frame.tsx'
import { beginSignOn, confirmSignOn } from './contract.ts'
import { signOnText } from './text.ts'

export default function LeavePage() {
  const t = useText(signOnText)
  const { params, path, search } = usePlace()
  const isConfirming = path.endsWith('/confirm')
  const { fault, leave } = useLeaving(() =>
    isConfirming ? call(confirmSignOn, {}) : call(beginSignOn, { slug: params.slug ?? '', to: search.to ?? '/' }),
  )
  return (
    <LoginFrame title={t('title')} about={t(fault === undefined ? 'leaving' : 'failed')}>
      {fault !== undefined && (
        <WayFault
          text={fault}
          act={{ label: t('again'), do: leave }}
          other={isConfirming ? undefined : { label: t('otherWay'), to: withSearch('/login', { to: search.to }) }}
        />
      )}
    </LoginFrame>
  )
}
