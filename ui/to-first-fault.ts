/** Where the first thing is put right, in sight and under the keyboard; `told`: what tells a fault below its control. */
export function toFirstFault(within: HTMLElement | null, told: string): void {
  const fault = within?.querySelector(told)
  fault?.parentElement?.querySelector<HTMLElement>('input, textarea, [role=textbox]')?.focus({ preventScroll: true })
  fault?.scrollIntoView({ block: 'nearest' })
}
