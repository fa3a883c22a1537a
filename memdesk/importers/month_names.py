"""The names of months in the languages that people's accounts have.

Abbreviated and whole, as they stand in a date and by themselves, in lower case and without a final
dot: facts of the Unicode CLDR. Of 67 languages only Croatian has names that mean another month
elsewhere; those are told apart by who asks. Persian dates count the years and months of their own.
"""

from __future__ import annotations

_NAMES = (
    "jan january januar janv janvier ene enero janeiro gen gennaio januari sty stycznia styczeń "
    "янв января январь січ січня січень сту студзеня студзень яну януари јан јануар sij siječnja "
    "siječanj januára január led ledna leden ian ianuarie oca ocak yan yanvar ιαν ιανουαρίου "
    "ιανουάριοσ tammi tammikuuta tammikuu jaan jaanuar janvāris saus sausio sausis janúar ean "
    "eanáir gener xan xaneiro urt urtarrila janar јануари ינו ינואר يناير ژانویه ژانویهٔ جنوری "
    "जन॰ जनवरी জানু জানুয়ারি जाने जानेवारी જાન્યુ જાન્યુઆરી ஜன ஜனவரி జన జనవరి ಜನ ಜನವರಿ ജനു "
    "ജനുവരി ਜਨ ਜਨਵਰੀ ม.ค มกราคม januarie ጃን ጃንዋሪ հնվ հունվարի հունվար იან იანვარი қаң қаңтар "
    "januwari",
    "feb february februar févr février febrero fev fevereiro febbraio februari lut lutego luty "
    "февр февраля февраль лют лютого лютий лютага люты фев февруари феб фебруар velj veljače "
    "veljača februára február úno února únor februarie febr şub şubat fevral φεβ φεβρουαρίου "
    "φεβρουάριοσ helmi helmikuuta helmikuu veebr veebruar februāris vas vasario vasaris febrúar "
    "feabh feabhra febrer febreiro ots otsaila shk shkurt פבר פברואר فبراير فوریه فوریهٔ فروری "
    "फ़र॰ फ़रवरी ফেব ফেব্রুয়ারি फेब्रु फेब्रुवारी ફેબ્રુ ફેબ્રુઆરી பிப் பிப்ரவரி ఫిబ్ర ఫిబ్రవరి "
    "ಫೆಬ್ರ ಫೆಬ್ರವರಿ ഫെബ്രു ഫെബ്രുവരി ਫ਼ਰ ਫ਼ਰਵਰੀ फेब्रुअरी ก.พ กุมภาพันธ์ peb pebrero ፌብ ፌብሩዋሪ փտվ "
    "փետրվարի փետրվար თებ თებერვალი ақп ақпан februwari",
    "mar march märz mär mars marzo março mrt maart marca marzec мар март марта бер березня "
    "березень сак сакавіка сакавік ožu ožujka ožujak mart marec bře března březen martie márc "
    "március μαρ μάρ μαρτίου μάρτιοσ marts maalis maaliskuuta maaliskuu märts kov kovo kovas "
    "márta març martxoa מרץ مارس مارچ मार्च মার্চ માર્ચ மார் மார்ச் మార్చి ಮಾರ್ಚ್ മാർ മാർച്ച് "
    "ਮਾਰਚ มี.ค มีนาคม maret mac marso machi ማርች մրտ մարտի մարտ მარ მარტი нау наурыз mas mashi",
    "apr april avr avril abr abril aprile kwi kwietnia kwiecień апр апреля апрель квіт квітня "
    "квітень кра красавіка красавік април tra travnja travanj apríla apríl dub dubna duben "
    "aprilie ápr április nis nisan aprel απρ απριλίου απρίλιοσ huhti huhtikuuta huhtikuu aprill "
    "aprīlis bal balandžio balandis aib aibreán api apirila pri prill אפר אפריל أبريل آوریل اپریل "
    "अप्रैल এপ্রি এপ্রিল एप्रि एप्रिल એપ્રિલ ஏப் ஏப்ரல் ఏప్రి ఏప్రిల్ ಏಪ್ರಿ ಏಪ್ರಿಲ್ ഏപ്രി ഏപ്രിൽ "
    "ਅਪ੍ਰੈ ਅਪ੍ਰੈਲ अप्रिल เม.ย เมษายน aprili ኤፕሪ ኤፕሪል ապր ապրիլի ապրիլ აპრ აპრილი сәу сәуір eph "
    "ephreli",
    "may mai mayo maio mag maggio mei maj maja мая май трав травня травень мај svi svibnja "
    "svibanj máj mája kvě května květen május mayıs μαΐ μάι μαΐου μάιοσ touko toukokuuta "
    "toukokuu maijs geg gegužės gegužė maí beal bealtaine maig maiatza מאי مايو مه مهٔ مئی मई মে "
    "मे મે மே మే ಮೇ മേയ് ਮਈ พ.ค พฤษภาคม ሜይ մյս մայիսի մայիս მაი მაისი мам мамыр mey meyi",
    "jun june juni juin junio junho giu giugno cze czerwca czerwiec июн июнь июня черв червня "
    "червень чэр чэрвеня чэрвень юни јун lipnja lipanj junij jún júna čvn června červen iun iunie "
    "június haz haziran iyn iyun ιουν ιούν ιουνίου ιούνιοσ kesä kesäkuuta kesäkuu juuni jūn "
    "jūnijs birž birželio birželis júní meith meitheamh juny xuño eka ekaina qer qershor јуни "
    "יוני يونيو ژوئن جون जून জুন જૂન ஜூன் జూన్ ಜೂನ್ ജൂൺ ਜੂਨ जुन มิ.ย มิถุนายน hun hunyo junie ጁን "
    "հնս հունիսի հունիս ივნ ივნისი мау маусым",
    "jul july juli juil juillet julio julho lug luglio lipca lipiec июл июль июля лип липня "
    "липень ліп ліпеня ліпень юли јул srpnja srpanj julij júl júla čvc července červenec iul "
    "iulie július tem temmuz iyl iyul ιουλ ιούλ ιουλίου ιούλιοσ heinä heinäkuuta heinäkuu juuli "
    "jūl jūlijs liep liepos liepa júlí iúil juliol xul xullo uzt uztaila korr korrik јули יולי "
    "يوليو ژوئیه ژوئیهٔ جولائی जुल॰ जुलाई জুল জুলাই जुलै જુલાઈ ஜூலை జులై ಜುಲೈ ജൂലൈ ਜੁਲਾ ਜੁਲਾਈ ก.ค "
    "กรกฎาคม julai hul hulyo julie ጁላይ հլս հուլիսի հուլիս ივლ ივლისი шіл шілде julayi",
    "aug august août ago agosto augustus sie sierpnia sierpień авг августа август серп серпня "
    "серпень жні жніўня жнівень kol kolovoza kolovoz avg avgust augusta srpna srpen augusztus ağu "
    "ağustos avq avqust αυγ αύγ αυγούστου αύγουστοσ augusti elo elokuuta elokuu augusts rugp "
    "rugpjūčio rugpjūtis ágú ágúst lún lúnasa ag agost abu abuztua gush gusht אוג אוגוסט أغسطس "
    "اوت اگست अग॰ अगस्त আগ আগস্ট ऑग ऑगस्ट ઑગસ્ટ ஆக ஆகஸ்ட் ఆగ ఆగస్టు ಆಗ ಆಗಸ್ಟ್ ഓഗ ഓഗസ്റ്റ് ਅਗ ਅਗਸਤ "
    "अगस्ट ส.ค สิงหาคม agu agustus ogo ogos agosti ኦገስ ኦገስት օգս օգոստոսի օգոստոս აგვ აგვისტო там "
    "тамыз aga agasti",
    "sep september sept septembre septiembre set setembro settembre wrz września wrzesień сент "
    "сентября сентябрь вер вересня вересень верасня верасень сеп септември септембар ruj rujna "
    "rujan septembar septembra zář září septembrie szept szeptember eyl eylül sen sentyabr σεπ "
    "σεπτεμβρίου σεπτέμβριοσ syys syyskuuta syyskuu septembris rugs rugsėjo rugsėjis mfómh "
    "setembre ira iraila sht shtator ספט ספטמבר سبتمبر سپتامبر ستمبر सित॰ सितंबर সেপ সেপ্ট "
    "সেপ্টেম্বর सप्टें सप्टेंबर સપ્ટે સપ્ટેમ્બર செப் செப்டம்பர் సెప్టెం సెప్టెంబర్ ಸೆಪ್ಟೆಂ "
    "ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റം സെപ്റ്റംബർ ਸਤੰ ਸਤੰਬਰ सेप्टेम्बर ก.ย กันยายน setyembre septemba ሴፕቴ "
    "ሴፕቴምበር սեպ սեպտեմբերի սեպտեմբեր სექ სექტემბერი қыр қыркүйек sentabr septhemba",
    "oct october okt oktober octobre octubre out outubro ott ottobre paź października październik "
    "окт октября октябрь жовт жовтня жовтень кас кастрычніка кастрычнік октомври октобар oktobar "
    "októbra október říj října říjen octombrie eki ekim oktyabr οκτ οκτωβρίου οκτώβριοσ loka "
    "lokakuuta lokakuu oktoober oktobris spal spalio spalis dfómh urr urria tet tetor אוק אוקטובר "
    "أكتوبر اکتبر اکتوبر अक्टू॰ अक्टूबर অক্টো অক্টোবর ऑक्टो ऑक्टोबर ઑક્ટો ઑક્ટોબર அக் அக்டோபர் "
    "అక్టో అక్టోబర్ ಅಕ್ಟೋ ಅಕ್ಟೋಬರ್ ഒക്ടോ ഒക്‌ടോബർ ਅਕਤੂ ਅਕਤੂਬਰ अक्टोबर ต.ค ตุลาคม oktubre oktoba "
    "ኦክቶ ኦክቶበር հոկ հոկտեմբերի հոկտեմբեր ოქტ ოქტომბერი қаз қазан oktabr okthoba",
    "nov november novembre noviembre novembro нояб ноября ноябрь лист листопада листопад ліс "
    "лістапада лістапад ное ноември нов новембар stu studenoga studeni novembar novembra "
    "listopadu noiembrie kas kasım noy noyabr νοε νοέ νοεμβρίου νοέμβριοσ marras marraskuuta "
    "marraskuu novembris lapkr lapkričio lapkritis nóv nóvember samh samhain aza azaroa nën "
    "nëntor נוב נובמבר نوفمبر نوامبر نومبر नव॰ नवंबर নভে নভেম্বর नोव्हें नोव्हेंबर નવે નવેમ્બર நவ "
    "நவம்பர் నవం నవంబర్ ನವೆಂ ನವೆಂಬರ್ നവം നവംബർ ਨਵੰ ਨਵੰਬਰ नोभेम्बर พ.ย พฤศจิกายน nob nobyembre "
    "novemba ኖቬም ኖቬምበር նոյ նոյեմբերի նոյեմբեր ნოე ნოემბერი қар қараша",
    "dec december dez dezember déc décembre dic diciembre dezembro dicembre gru grudnia grudzień "
    "дек декабря декабрь груд грудня грудень сне снежня снежань декември дец децембар pro "
    "prosinca prosinac decembar decembra prosince prosinec decembrie ara aralık dek dekabr δεκ "
    "δεκεμβρίου δεκέμβριοσ des desember joulu joulukuuta joulukuu dets detsember decembris gruod "
    "gruodžio gruodis noll nollaig desembre decembro abe abendua dhj dhjetor דצמ דצמבר ديسمبر "
    "دسامبر دسمبر दिस॰ दिसंबर ডিসে ডিসেম্বর डिसें डिसेंबर ડિસે ડિસેમ્બર டிச டிசம்பர் డిసెం "
    "డిసెంబర్ ಡಿಸೆಂ ಡಿಸೆಂಬರ್ ഡിസം ഡിസംബർ ਦਸੰ ਦਸੰਬਰ डिसेम्बर ธ.ค ธันวาคม dis disember disyembre "
    "desemba ዲሴም ዲሴምበር դեկ դեկտեմբերի դեկտեմբեր დეკ დეკემბერი жел желтоқсан disemba",
)

_ELSEWHERE = {"lip": 7, "lis": 11, "listopad": 11, "listopada": 11, "srp": 8}
_CROATIAN = {"lip": 6, "lis": 10, "listopad": 10, "listopada": 10, "srp": 7}
_PERSIAN = (
    "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور",
    "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
)  # fmt: skip

_MONTHS = {name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()}
_IN_PERSIA = {name: number for number, name in enumerate(_PERSIAN, start=1)}
_ENDS = ".'’׳॰"
# Hebrew writes "in" without a space before the month.
_IN_HEBREW = "ב"


def month(word: str, *, croatian: bool = False) -> int | None:
    """Return the month (1 to 12) that a word names, None for any other word."""
    name = word.casefold().strip(_ENDS)
    for one in (name, name.removeprefix(_IN_HEBREW)):
        found = (_CROATIAN if croatian else _ELSEWHERE).get(one) or _MONTHS.get(one)
        if found is not None:
            return found
    return None


def persian_month(word: str) -> int | None:
    """Return the month of the Persian calendar that a word names."""
    return _IN_PERSIA.get(word.strip(_ENDS))
