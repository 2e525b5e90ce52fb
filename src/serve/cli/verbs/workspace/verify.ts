import { checkNames, verifyDeclared, type Fact, type Verification } from '../../../../app/index.ts'
import { gitHistories } from '../../../../io/git/histories.ts'
import { outLine } from '../../render/terminal/print.ts'
import { exitCodes, type Call, type Terminal } from '../../verb.ts'
import { scanFor } from './scanned-repositories.ts'
import { isJson, printWorkspace, type SubCommand } from './sub-command.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

export const verifyCommand: SubCommand = { takes: 0, run: verify }

async function verify(opened: OpenedWorkspace, call: Call): Promise<number> {
  const { ports } = opened
  const { terminal, values } = call
  const scan = scanFor(opened, call)
  if (!scan) return exitCodes.findings
  const verified = await verifyDeclared(
    { files: ports.files, histories: gitHistories },
    { roots: scan.repositories.map(({ root }) => root), cwd: terminal.cwd, now: ports.clock.now() },
  )
  if (isJson(call)) printWorkspace(call, verified, verified.ok)
  else printFacts(verified, values['all'] === true, terminal)
  return verified.ok ? exitCodes.ok : exitCodes.findings
}

function printFacts({ documents, counts }: Verification, isWhole: boolean, terminal: Terminal): void {
  const printLine = (line: string): void => outLine(terminal, line)
  for (const { path, unusable, facts } of documents) {
    if (unusable !== undefined) printLine(`${path}  unusable  ${unusable}`)
    for (const fact of facts)
      if (isWhole || fact.verdict === 'contradicted')
        printLine(`${placeOf(fact)}  ${fact.verdict}  ${fact.check}  ${fact.detail}`)
  }
  if (documents.length === 0) terminal.err('No pack or manifest was found.\n')
  for (const check of checkNames) {
    const { proved, contradicted, unknown } = counts[check]
    printLine(`${check.padEnd(9)}  ${proved} proved, ${contradicted} contradicted, ${unknown} unknown`)
  }
}

const placeOf = ({ file, line }: Fact): string => (line === undefined ? file : `${file}:${line}`)
