// Invoices of the account: billing is not enabled, so that no menu leads here. [S2 /account]
import { Card } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { AccountPage } from '../security/part-account-frame.tsx'
import { purchaseText } from './text.ts'

export default function InvoicePage() {
  const t = useText(purchaseText)
  return (
    <AccountPage title={t('invoices')}>
      <Card flush>
        <EmptyState icon="order">{t('noInvoices')}</EmptyState>
      </Card>
    </AccountPage>
  )
}
