// The page of internal accounts. [S2 /manage/account/int]
import { AccountList } from './account-list.tsx'

export default function AccountPage() {
  return <AccountList kind="internal" />
}
