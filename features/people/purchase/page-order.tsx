// Orders of the account: always empty, because billing is not enabled. [S2 /account]
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { purchaseText } from './text.ts'

export default function OrderPage() {
  const t = useText(purchaseText)
  return (
    <>
      <PageHeader title={t('orders')} count={0} />
      <Card flush>
        <EmptyState icon="order">{t('noOrders')}</EmptyState>
      </Card>
    </>
  )
}
