import { Outlet } from '@tanstack/react-router'
import { AccountFrame } from '../../features/people/security/part-account-frame.tsx'
import { Parts } from '../../ui/parts.tsx'

/** The pages of an account have a frame of their own. */
export default function AccountPage() {
  return (
    <Parts>
      <AccountFrame>
        <Outlet />
      </AccountFrame>
    </Parts>
  )
}
