// The page of the platform's staff. [S2 /manage/account/op]
import { AccountList } from './account-list.tsx'

export default function AccountPage() {
  return <AccountList kind="staff" />
}
