/** Writes creation code of earlier versions of OpenZeppelin Contracts, which their packages have compiled. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const wanted: Readonly<Record<string, readonly string[]>> = {
  '2.5.1': ['ERC20Mintable', 'ERC20Pausable', 'ERC20Capped', 'ERC20Burnable'],
  '3.4.2': ['ERC20PresetMinterPauser', 'ERC20PresetFixedSupply', 'TransparentUpgradeableProxy', 'UpgradeableProxy'],
  '4.9.6': ['ERC20PresetMinterPauser', 'ERC20PresetFixedSupply', 'TransparentUpgradeableProxy', 'ERC1967Proxy'],
};

interface Artifact {
  readonly abi: readonly { readonly type: string }[];
  readonly bytecode: string;
}

const folder = mkdtempSync(join(tmpdir(), 'attestry-openzeppelin-'));
const contracts: Record<string, object> = {};
for (const [version, names] of Object.entries(wanted)) {
  execFileSync('npm', ['pack', `@openzeppelin/contracts@${version}`], { cwd: folder, stdio: 'ignore' });
  const archive = `openzeppelin-contracts-${version}.tgz`;
  for (const name of names) {
    const path = `package/build/contracts/${name}.json`;
    const text = execFileSync('tar', ['xzOf', archive, path], { cwd: folder, maxBuffer: 1 << 26 });
    const { abi, bytecode } = JSON.parse(text.toString('utf8')) as Artifact;
    contracts[`${name}@${version}`] = { abi: abi.filter(({ type }) => type === 'constructor'), bytecode };
  }
}
rmSync(folder, { recursive: true });
const file = new URL('../../fixtures/contracts/openzeppelin.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(contracts, null, 2)}\n`);
