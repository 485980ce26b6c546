// Pure rules of pages.
import { type Binding, signalOf } from '../../contract/page-document.ts'

type Own = { equipmentId: number; title: string; name: string }

/**
 * A binding whose variable was deleted or is of another device or organisation is cleared; names are as they are now.
 * [S4 Binding reconciliation]
 */
export function reconciled(binding: Binding, own: ReadonlyMap<number, Own>): Binding {
  const { signalId, equipId, title, subTitle, ...rest } = binding
  const found = own.get(signalOf(binding) ?? 0)
  if (!found || found.equipmentId !== Number(equipId)) return rest
  return {
    ...binding,
    ...(title === undefined ? {} : { title: found.title }),
    ...(subTitle === undefined ? {} : { subTitle: found.name }),
  }
}
