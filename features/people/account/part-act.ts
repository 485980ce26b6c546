// An act on an account that another room contributes in `account-act.tsx`.
import type { ComponentType } from 'react'
import type { Label } from '../../../ui/words.ts'
import type { Account } from './contract.ts'
import type { AccountKind } from './rules.ts'

type Props = {
  kind: AccountKind | 'enterprise'
  account: Pick<Account, 'loginname' | 'lock'> & { id: number }
  onClose: () => void
}

/** `Form` opens when the act is pressed. An account cannot do it to itself. */
export type RoomAct = { key: string; label: Label; Form: ComponentType<Props> }
