// The backtest beside the form of a rule, for rules over variables that belong to no device.
export { BacktestPanel } from '../alarm-backtest/panel.tsx'
export type { AskBacktest } from '../alarm-backtest/use-backtest.ts'
