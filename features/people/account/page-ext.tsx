// The page of external accounts. [S2 /manage/account/ext]
import { AccountList } from './account-list.tsx'

export default function AccountPage() {
  return <AccountList kind="external" />
}
