import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publishingSite } from '../../../schemas/values/publishing-site.ts';

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

const sites: Readonly<Record<string, readonly (readonly [address: string, site: string | null])[]>> = {
  'no address, and no host': [
    ['', null],
    ['not an address', null],
    ['mailto:office@issuer.example', null],
  ],
  'a host of its own': [
    ['https://www.issuer.example/a/b', 'issuer.example'],
    ['https://docs.issuer.co.uk/paper.pdf', 'issuer.co.uk'],
    ['http://192.0.2.7:8080/paper', '192.0.2.7'],
    ['https://s3.amazonaws.com.issuer.example/bucket/a.pdf', 'issuer.example'],
    ['https://notgithub.com/issuer/paper', 'notgithub.com'],
    ['https://issuer.example/https://github.com/other', 'issuer.example'],
    ['https://github.com@issuer.example/other', 'issuer.example'],
    ['https://issuer.example/ipfs/Qm123/paper', 'issuer.example'],
  ],
  'a subdomain of a shared host': [
    ['https://issuer.github.io/paper', 'issuer.github.io'],
    ['https://issuer.notion.site/Terms-1', 'issuer.notion.site'],
    ['https://issuer.gitbook.io/docs', 'issuer.gitbook.io'],
    ['https://bucket.s3.amazonaws.com/a.pdf', 'bucket.s3.amazonaws.com'],
    ['https://bucket.s3.eu-west-1.amazonaws.com/a.pdf', 'bucket.s3.eu-west-1.amazonaws.com'],
    ['https://bucket.storage.googleapis.com/a.pdf', 'bucket.storage.googleapis.com'],
    ['https://issuer.mypinata.cloud/ipfs/Qm1', 'issuer.mypinata.cloud'],
    ['https://issuer.zendesk.com/hc/en', 'issuer.zendesk.com'],
    [`https://${cid}.ipfs.dweb.link/a.pdf`, `${cid}.ipfs.dweb.link`],
  ],
  'a part of the path': [
    ['https://s3.amazonaws.com/bucket/2026/a.pdf', 's3.amazonaws.com/bucket'],
    ['https://s3.eu-central-1.amazonaws.com/bucket/a.pdf', 's3.eu-central-1.amazonaws.com/bucket'],
    ['https://s3-us-west-2.amazonaws.com/bucket/a.pdf', 's3-us-west-2.amazonaws.com/bucket'],
    ['https://nyc3.digitaloceanspaces.com/bucket/a.pdf', 'nyc3.digitaloceanspaces.com/bucket'],
    ['https://storage.googleapis.com/bucket/a.pdf?x=1#y', 'storage.googleapis.com/bucket'],
    ['https://storage.googleapis.com./bucket/a.pdf', 'storage.googleapis.com/bucket'],
    [
      'https://firebasestorage.googleapis.com/v0/b/bucket/o/a.pdf?alt=media',
      'firebasestorage.googleapis.com/v0/b/bucket',
    ],
    ['https://GitHub.com/Issuer/papers/blob/main/a.pdf', 'github.com/issuer'],
    ['https://www.github.com/issuer', 'github.com/issuer'],
    ['https://raw.githubusercontent.com/issuer/papers/main/a.md', 'raw.githubusercontent.com/issuer'],
    ['https://www.notion.so/issuer/Terms-1', 'notion.so/issuer'],
    ['https://medium.com/@issuer/terms-1', 'medium.com/@issuer'],
    ['https://docs.google.com/document/d/1AbC/edit', 'docs.google.com/document/d/1AbC'],
    ['https://docs.google.com/document/d/e/2PACX-1v/pub', 'docs.google.com/document/d/e/2PACX-1v'],
    ['https://drive.google.com/file/d/1AbC/view', 'drive.google.com/file/d/1AbC'],
    ['https://www.dropbox.com/scl/fi/abc/a.pdf?rlkey=1', 'dropbox.com/scl/fi/abc'],
    [`https://ipfs.io/ipfs/${cid}/a.pdf`, `ipfs.io/ipfs/${cid}`],
    ['https://gateway.pinata.cloud/ipfs/QmAbC', 'gateway.pinata.cloud/ipfs/QmAbC'],
    ['https://ipfs.io/ipns/docs.issuer.example/a', 'ipfs.io/ipns/docs.issuer.example'],
    ['https://s3.amazonaws.com/../bucket/./a.pdf', 's3.amazonaws.com/bucket'],
  ],
  'a shared host without the part that names a publisher': [
    ['https://s3.amazonaws.com/', 's3.amazonaws.com'],
    ['https://s3.amazonaws.com//bucket/a.pdf', 's3.amazonaws.com'],
    ['https://github.com', 'github.com'],
    ['https://ipfs.io/ipfs/', 'ipfs.io'],
    ['https://drive.google.com/drive/my-drive', 'google.com'],
  ],
};

for (const [kind, rows] of Object.entries(sites)) {
  for (const [address, site] of rows) {
    test(`${kind}: ${address}`, () => assert.is(publishingSite(address), site));
  }
}

test('two publishers on one shared host are two sites, and one publisher there is one', () => {
  for (const [one, other, isOne] of [
    ['https://s3.amazonaws.com/a/x', 'https://s3.amazonaws.com/b/x', false],
    ['https://s3.amazonaws.com/a/x', 'https://s3.amazonaws.com/a/y', true],
    ['https://github.com/Issuer/x', 'https://github.com/issuer/y', true],
    ['https://ipfs.io/ipfs/QmAbC', 'https://ipfs.io/ipfs/Qmabc', false],
    ['https://docs.google.com/document/d/1AbC/edit', 'https://docs.google.com/document/d/1AbD/edit', false],
  ] as const) {
    assert.is(publishingSite(one) === publishingSite(other), isOne, `${one} ${other}`);
  }
});

test.run();
