// An action on an account that another room declares in its `account-act.tsx`.
import type { ComponentType } from 'react'
import type { Label } from '../../../ui/words.ts'
import type { Account } from './contract.ts'
import type { AccountKind } from './rules.ts'

type Props = {
  kind: AccountKind | 'enterprise'
  account: Pick<Account, 'loginname' | 'lock'> & { id: number }
  onClose: () => void
}

/** An action on an account. `Form` opens when the action is pressed. An account cannot perform it on itself. */
export type BroughtAct = { key: string; label: Label; Form: ComponentType<Props> }
